import { describe, expect, it } from 'vitest';
import { classed, element } from './node.ts';
import { toHtml } from './to-html.ts';

describe('nodes become HTML', () => {
  it('in which text is text, whatever it holds', () => {
    expect(toHtml([`<b title='x' on="y">&amp;</b>`])).toBe(
      '&lt;b title=&#39;x&#39; on=&quot;y&quot;&gt;&amp;amp;&lt;/b&gt;',
    );
    expect(toHtml(['a\r\nb\0c\ud800d'])).toBe('a&#13;\nb\ufffdc\ufffdd');
  });

  it('in which no attribute can be left', () => {
    expect(toHtml([classed('p', `"><script>`, ['x'])])).toBe('<p class="&quot;&gt;&lt;script&gt;">x</p>');
  });

  it('in which links lead to the page itself, the web or a mail', () => {
    const link = (href: string) => toHtml([element('a', { href }, ['x'])]);
    expect(link('#t1.user.1')).toBe('<a href="#t1.user.1">x</a>');
    expect(link('https://example.org/?a=1&b="')).toBe(
      '<a href="https://example.org/?a=1&amp;b=&quot;" rel="noopener noreferrer">x</a>',
    );
    expect(link('mailto:me@example.org')).toContain('href="mailto:me@example.org"');
    for (const href of [
      'javascript:alert(1)',
      ' https://x.y',
      'java\nscript:1',
      'data:text/html,x',
      '//x.y',
      'http:x',
    ]) {
      expect(link(href)).toBe('<a>x</a>');
    }
  });

  it('in which images are data of kinds that hold no script', () => {
    const image = (src: string) => toHtml([element('img', { src, alt: 'a' })]);
    expect(image('data:image/png;base64,AAAA')).toBe('<img src="data:image/png;base64,AAAA" alt="a">');
    for (const src of ['https://x.y/a.png', 'data:image/svg+xml;base64,AAAA', 'data:image/png;base64,A"A', 'x.png']) {
      expect(image(src)).toBe('<img alt="a">');
    }
  });

  it('without an element that is not on the list, though a cast may make one', () => {
    const script: unknown = { tag: 'script', attributes: {}, children: ['alert(1)'] };
    // A caller without types could do this.
    expect(toHtml([script as ReturnType<typeof element>])).toBe('alert(1)');
  });

  it('in which what may be wider than the page can be scrolled with the keyboard alone', () => {
    const [block, table] = [element('pre', {}, ['a']), element('table', { class: 'diff' }, [])];
    expect(toHtml([block, table])).toBe('<pre tabindex="0">\na</pre><table class="diff" tabindex="0"></table>');
  });

  it('in which a block keeps the empty line that it begins with', () => {
    expect(toHtml([element('pre', {}, ['\na'])])).toBe('<pre tabindex="0">\n\na</pre>');
  });
});
