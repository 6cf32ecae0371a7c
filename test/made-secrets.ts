/** Secrets of each rule's form, made of parts so that no file of ours holds one. None of them opens anything. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Gives the same characters for the same seed. */
function createCharacters(seed: number) {
  let state = seed;
  function below(bound: number): number {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * bound);
  }
  function characters(count: number, alphabet = LETTERS + DIGITS): string {
    return Array.from({ length: count }, () => alphabet[below(alphabet.length)]).join('');
  }
  return { characters, below };
}

/** A secret, and the text around it where it is told by that. */
export interface MadeSecret {
  /** What must not be seen. */
  secret: string;
  text: string;
}

type Maker = (characters: (count: number, alphabet?: string) => string, variant: number) => string | [string, string];

/** By rule. A pair is the text around, with `%` for the secret, and the secret. */
const makers: Record<string, Maker> = {
  anthropic: (of, n) => `sk-${'ant'}-${['api03', 'admin01', 'oat01'][n % 3]}-${of(93)}AA`,
  openai: (of, n) => `sk-${['proj', 'svcacct', 'admin'][n % 3]}-${of(58)}T3Blbk${'FJ'}${of(58)}`,
  'sk-key': (of, n) => `sk-${n % 2 ? 'or-v1-' : ''}${of(20)}7a${of(22)}`,
  'github-token': (of, n) => `gh${'pousr'[n % 5]}_${of(36)}`,
  'github-fine': (of) => `github${'_pat_'}${of(22)}_${of(59)}`,
  gitlab: (of, n) => `gl${['pat', 'dt', 'rt'][n % 3]}-${of(20)}`,
  'aws-key-id': (of, n) => `A${n % 2 ? 'K' : 'S'}IA${of(16, BASE32)}`,
  'google-api': (of) => `AI${'za'}${of(35)}`,
  'google-oauth': (of, n) => (n % 2 ? `ya${'29.'}${of(120)}` : `GOC${'SPX'}-${of(28)}`),
  'azure-secret': (of) => `${of(3)}8${'Q~'}${of(34)}`,
  slack: (of, n) => `xox${'bpa'[n % 3]}-${of(12, DIGITS)}-${of(12, DIGITS)}-${of(24)}`,
  'slack-webhook': (of) => `hooks.slack.${'com'}/services/T${of(10)}/B${of(10)}/${of(24)}`,
  stripe: (of, n) => `${['sk_live', 'rk_live', 'sk_test'][n % 3]}_${of(24)}`,
  npm: (of) => `npm${'_'}${of(36)}`,
  pypi: (of) => `pypi-AgEIcHlwaS5v${'cmc'}${of(80)}`,
  huggingface: (of) => `hf${'_'}${of(34, LETTERS)}`,
  perplexity: (of) => `pp${'lx'}-${of(48)}`,
  'groq-xai': (of, n) => (n % 2 ? `gs${'k_'}${of(52)}` : `xa${'i-'}${of(80)}`),
  sendgrid: (of) => `SG${'.'}${of(22)}.${of(43)}`,
  telegram: (of) => `7${of(8, DIGITS)}:A${'A'}${of(33)}`,
  digitalocean: (of, n) => `do${'por'[n % 3]}_v1_${of(64, HEX)}`,
  docker: (of, n) => `dckr_${n % 2 ? 'pat' : 'oat'}_${of(27)}`,
  vault: (of) => `hv${'s.'}${of(95)}`,
  shopify: (of) => `shp${'at_'}${of(32, HEX)}`,
  linear: (of) => `lin_${'api_'}${of(40)}`,
  'age-key': (of) => `AGE-SECRET-${'KEY-1'}${of(58, BASE32)}`,
  jwt: (of) => `ey${'J'}${of(33)}.ey${'J'}${of(80)}.${of(43)}`,
  'private-key': (of, n) => {
    const kind = `${['RSA ', 'EC ', ''][n % 3]}PRIVATE ${'KEY'}`;
    return `-----BEGIN ${kind}-----\n${of(64)}\n${of(64)}\n${of(30)}==\n-----END ${kind}-----`;
  },
  'aws-secret': (of, n) => [
    ['aws_secret_access_key = %', '"SecretAccessKey": "%"', 'AWS_SECRET_ACCESS_KEY=%'][n % 3] ?? '',
    of(40),
  ],
  'azure-account-key': (of) => ['DefaultEndpointsProtocol=https;AccountKey=%;EndpointSuffix=x', `${of(86)}==`],
  'url-password': (of, n) => [
    ['postgres://app:%@db.example.com/x', 'redis://:%@cache:6379', 'https://me:%@example.com/a.git'][n % 3] ?? '',
    `q7${of(12)}`,
  ],
  'auth-header': (of, n) => [
    ['Authorization: Bearer %', '-H "authorization: Basic %"', '"Authorization": "token %"'][n % 3] ?? '',
    `a1${of(38)}`,
  ],
  assignment: (of, n) => [
    ['api_key: "%"', "DB_PASSWORD = '%'", 'const clientSecret = `%`'][n % 3] ?? '',
    `x9${of(30)}`,
  ],
  'env-value': (of, n) => [['DEPLOY_KEY=%', 'export MY_TOKEN=%', 'PASSWORD=%'][n % 3] ?? '', `b4${of(30)}`],
};

export const madeRules = Object.keys(makers);

/** The same for the same rule and seed. */
export function makeSecret(rule: string, seed = 1): MadeSecret {
  const { characters } = createCharacters(seed * 7919 + rule.length * 31 + rule.charCodeAt(0));
  const made = makers[rule]?.(characters, seed) ?? '';
  if (typeof made === 'string') return { secret: made, text: made };
  const [around, secret] = made;
  return { secret, text: around.replace('%', () => secret) };
}

/** Texts that give a secret away: parts of it that were made by chance, from its beginning and its end. */
export function tracesOf({ secret }: MadeSecret): string[] {
  const runs = secret.split(/[^A-Za-z0-9]/).filter((run) => run.length >= 12);
  return runs.flatMap((run) => [run.slice(-12), run.slice(-24, -12)]).filter((run) => run.length === 12);
}
