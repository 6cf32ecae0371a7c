import { type MadeSecret, makeSecret } from '../made-secrets.ts';

const password = (length: number): MadeSecret => {
  const secret = 'q7Zk2vN9xB4mR8tL1wE6yU3pA5sD0fGh'.repeat(9).slice(0, length);
  return { secret, text: `postgres://app:${secret}@db.example.com/x` };
};
const key = (lines: number): MadeSecret => {
  const body = Array.from({ length: lines }, (_, index) => makeSecret('vault', index + 1).secret.slice(4, 68));
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} RSA PRIVATE ${'KEY'}-----`);
  const text = [begin, ...body, end].join('\n');
  return { secret: body.join('\n'), text };
};

/** Pairs of secrets of one kind: of one length, and of others. */
export const gamePairs: [string, MadeSecret, MadeSecret][] = [
  ['tokens of one length', makeSecret('github-token', 5), makeSecret('github-token', 10)],
  ['values told by their name', makeSecret('assignment', 3), makeSecret('assignment', 6)],
  ['passwords of 24 and 90 characters', password(24), password(90)],
  ['private keys of 2 and 60 lines', key(2), key(60)],
  ['headers', makeSecret('auth-header', 3), makeSecret('auth-header', 9)],
];
