import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

const redactAlso = (also: string, text: string) => createRedactor({ also: [also] }).text(text);

describe('what a person wants redacted as well', () => {
  it('is a text, wherever it stands', () => {
    expect(redactAlso('Project Falcon', 'see Project Falcon, ProjectFalcon')).toBe(
      'see [redacted:also], ProjectFalcon',
    );
    expect(redactAlso('acme.corp', 'x@acme.corp acmeXcorp')).toBe('x@[redacted:also] acmeXcorp');
  });

  it('or a prefix and one class with a bound', () => {
    const safe = redactAlso('acme_[A-Za-z0-9]{4,8}', 'acme_ab acme_abcd acme_abcdefghij');
    expect(safe).toBe('acme_ab [redacted:also] [redacted:also]ij');
    expect(redactAlso('id-[0-9-]{6}', 'id-12-456')).toBe('[redacted:also]');
  });

  it('or a text as it stands after =, though it looks like a pattern', () => {
    expect(redactAlso('=p*ss(w)rd$', 'my p*ss(w)rd$ here')).toBe('my [redacted:also] here');
  });

  it('is found inside of JSON that is a text, in the form that it has there', () => {
    const text = 'two\nlines "quoted"';
    expect(redactAlso(text, JSON.stringify({ text }))).toBe('{"text":"[redacted:also]"}');
  });

  it('goes before a rule that begins with the same characters', () => {
    expect(redactAlso('sk-[a-z]{4}', 'sk-abcd')).toBe('[redacted:also]');
  });

  it.each([
    ...['', 'abc', '   ', '=ab', '.*', 'acme_.*', 'acme_.+', 'acme_\\w+', 'acme_[a-z]+', 'acme_[a-z]{3,}', '[a-z]{20}'],
    ...[
      'acme_[a-z]{9,3}',
      'acme_[a-z]{0}',
      'acme_[^a]{3}',
      'acme_[a-z]{3}x',
      '(a|b)cde',
      'a[b]{2}[c]{3}',
      '^acme',
      'acme$',
    ],
    ...['acme_[a-z]{99999}', 'acme_[z-a]{4}', `acme_[${'0-'.repeat(90)}`],
  ])('is nothing else: %s', (also) => {
    expect(() => createRedactor({ also: [also] })).toThrow(TypeError);
  });
});

describe('private paths', () => {
  const shorten = createRedactor({ privatePaths: { home: '/home/maria', user: 'maria' } }).text;

  it('have ~ for the home folder and no name of the account', () => {
    expect(shorten('cd /home/maria/work && ls /home/maria')).toBe('cd ~/work && ls ~');
    expect(shorten('maria@host: ~/.claude/projects/-home-maria-work, by Maria')).toBe(
      'user@host: ~/.claude/projects/-~-work, by Maria',
    );
  });

  it('change nothing that only begins so', () => {
    for (const text of ['/home/mariam/x', 'mariana', 'x/home/mariax']) expect(shorten(text)).toBe(text);
  });

  it('leave words alone that every text has', () => {
    const { text } = createRedactor({ privatePaths: { home: '/root', user: 'root' } });
    expect(text('the root of /root/x')).toBe('the root of ~/x');
  });

  it('know the paths of Windows, in JSON too', () => {
    const { text } = createRedactor({ privatePaths: { home: 'C:\\Users\\Maria', user: 'Maria' } });
    expect(text('C:\\Users\\Maria\\x {"cwd":"C:\\\\Users\\\\Maria\\\\x"}')).toBe('~\\x {"cwd":"~\\\\x"}');
  });
});
