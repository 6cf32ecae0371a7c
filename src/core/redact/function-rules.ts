import { after, type CommandRule, QUOTED } from './command-rule.ts';

/** An argument that is no secret. */
const ARGUMENT = String.raw`[ \t]{0,3}[^,()\n]{1,200},[ \t]{0,3}`;

/** Functions that take a key or a password among their arguments. */
export const functionRules: readonly CommandRule[] = [
  { word: 'getconnection(', pattern: after(`getConnection\\(${ARGUMENT}${ARGUMENT}${QUOTED}`, 'iy'), takesWords: true },
  { word: 'mysqli(', pattern: after(`mysqli\\(${ARGUMENT}${ARGUMENT}[ \\t]{0,3}${QUOTED}`), takesWords: true },
  { word: 'mysqli_connect(', pattern: after(`mysqli_connect\\(${ARGUMENT}${ARGUMENT}${QUOTED}`), takesWords: true },
  { word: 'new pdo(', pattern: after(`new PDO\\(${ARGUMENT}${ARGUMENT}${QUOTED}`, 'iy'), takesWords: true },
  { word: 'twilio', pattern: after(`twilio["']\\)\\(${ARGUMENT}${QUOTED}`, 'iy') },
  { word: 'twilio(', pattern: after(`twilio\\(${ARGUMENT}${QUOTED}`, 'iy') },
  { word: 'auth=(', pattern: after(`auth=\\(${ARGUMENT}${QUOTED}`) },
  { word: '.login(', pattern: after(`\\.login\\(${ARGUMENT}${QUOTED}`) },
  { word: 'credentials(', pattern: after(`credentials\\(${ARGUMENT}${ARGUMENT}${ARGUMENT}${QUOTED}`, 'iy') },
  { word: 'basicauth(', pattern: after(`basicAuth\\(${ARGUMENT}${QUOTED}`, 'iy'), takesWords: true },
  {
    word: 'passwordcredentials(',
    pattern: after(`passwordCredentials\\(${ARGUMENT}${QUOTED}`, 'iy'),
    takesWords: true,
  },
  { word: 'btoa(', pattern: after('btoa\\(\\\\{0,3}["\'`][\\w.@+-]{1,80}:([^"\'`\\n\\\\$]{3,200})\\\\{0,3}["\'`]') },
  { word: 'auth = (', pattern: after(`auth = \\(${ARGUMENT}${QUOTED}`) },
  {
    word: '.auth(',
    pattern: after('\\.auth\\(["\'][\\w.@+-]{1,60}["\'],[ \\t]{0,3}["\'](?=\\S{0,60}\\d)([^\\s"\'\\\\]{6,200})["\']'),
  },
  { word: 'plainauth(', pattern: after(`PlainAuth\\(${ARGUMENT}${ARGUMENT}${QUOTED}`, 'iy'), takesWords: true },
  {
    word: 'networkcredential(',
    pattern: after(`NetworkCredential\\(${ARGUMENT}${QUOTED}`, 'iy'),
    takesWords: true,
  },
  { word: 'wifi.begin(', pattern: after(`WiFi\\.begin\\(${ARGUMENT}${QUOTED}`, 'iy'), takesWords: true },
  {
    word: '.connect(',
    pattern: after(`\\.connect\\(${ARGUMENT}(?:port=)?\\d{1,5},[ \\t]{0,3}[^,()\\n]{1,80},[ \\t]{0,3}${QUOTED}`),
  },
  { word: 'createclient(', pattern: after(`createClient\\(${ARGUMENT}${QUOTED}`, 'iy') },
  { word: 'algoliasearch(', pattern: after(`algoliasearch\\(${ARGUMENT}${QUOTED}`, 'iy') },
  ...['create_superuser(', 'create_user('].map((word) => ({
    word,
    pattern: after(`${word.slice(0, -1)}\\((?!["'],)(?:${ARGUMENT}){1,2}${QUOTED}`),
  })),
  { word: 'basic_auth(', pattern: after(`basic_auth\\(${ARGUMENT}(?:Some\\()?${QUOTED}`) },
  { word: 'emailandpassword(', pattern: after(`EmailAndPassword\\((?:${ARGUMENT}){1,2}${QUOTED}`, 'iy') },
  ...['sign(', 'verify(', 'encode(', 'decode('].map((name) => ({
    word: `jwt.${name}`,
    pattern: after(`jwt\\.${name.slice(0, -1)}\\([^()\\n]{1,200}?,[ \\t]{0,3}${QUOTED}`),
  })),
  { word: 'createhmac(', pattern: after(`createHmac\\(${ARGUMENT}${QUOTED}`, 'iy') },
  { word: 'hmac.new(', pattern: after(`hmac\\.new\\(b?${QUOTED}`) },
  { word: 'fernet(', pattern: after(`Fernet\\(b?${QUOTED}`, 'iy') },
  { word: 'symmetricsecuritykey(', pattern: after(`SymmetricSecurityKey\\([\\w.]{0,40}\\(?${QUOTED}`, 'iy') },
  { word: 'setvapiddetails(', pattern: after(`setVapidDetails\\(${ARGUMENT}${ARGUMENT}${QUOTED}`, 'iy') },
  ...['wallet(', 'privatekeytoaccount(', 'account.from_key('].map((word) => ({
    word,
    pattern: after(`${word.slice(0, -1)}\\(\\\\{0,3}["'](0x[0-9a-f]{64})`, 'iy'),
  })),
  {
    word: 'buffer.from(',
    pattern: after(
      'Buffer\\.from\\(\\\\{0,3}["\'`][\\w.@+-]{1,80}:([^"\'`\\n\\\\$]{3,200})\\\\{0,3}["\'`](?=\\)\\.toString\\(.base64)',
      'iy',
    ),
  },
  {
    word: 'b64encode(',
    pattern: after('b64encode\\(b?\\\\{0,3}["\'][\\w.@+-]{1,80}:([^"\'\\n\\\\$]{3,200})\\\\{0,3}["\']'),
  },
];
