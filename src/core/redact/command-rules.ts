import { after, type CommandRule, QUOTED, WORD, WORDS } from './command-rule.ts';

const flagged = (program: string, flag: string): CommandRule => ({
  word: program,
  pattern: after(`${program}[ \\t]${WORDS}${flag}${WORD}`),
});

/** What `expect` types. */
export const SEND = 'send ';
const SENT_START = /send /y;

/** Programs that read a password from the command before them. */
export const READERS = [
  ...['sudo -s', '--password-stdin', '--with-token', '--pass-stdin', 'vercel env add', 'secret put', 'secret set'],
  ...[
    'secrets create',
    'versions add',
    'vault login',
    'passwd --stdin',
    '| passwd',
    '| sudo passwd',
    '| cryptsetup',
    '| sudo cryptsetup',
    'passphrase-fd',
  ],
];

/** A password alone on a line further down. Lines may end by an escape. */
const BELOW = String.raw`(?:\s|\\{1,4}n){1,8}([^\s\\:(){}]{8,80})(?=\s|\\|$)`;

/** Where programs take a password that nothing names. */
export const commandRules: readonly CommandRule[] = [
  { word: 'mysql', pattern: after(`mysql(?:dump|admin|import|show|check|pump)?[ \\t]${WORDS}-p${WORD}`) },
  { word: 'mariadb', pattern: after(`mariadb(?:-dump|-admin)?[ \\t]${WORDS}-p${WORD}`) },
  { word: 'sshpass', pattern: after(`sshpass[ \\t]{1,3}-p[ \\t]{0,3}${WORD}`), takesWords: true },
  flagged('redis-cli', '(?:-a|--pass)[ \\t]{1,3}'),
  {
    word: 'docker',
    pattern: after(`docker[ \\t]login[ \\t]${WORDS}(?:-p|--password)(?:[ \\t]{1,3}|=)${WORD}`),
    takesWords: true,
  },
  { word: 'podman', pattern: after(`podman[ \\t]login[ \\t]${WORDS}-p(?:[ \\t]{1,3}|=)${WORD}`), takesWords: true },
  {
    word: 'helm',
    pattern: after(`helm[ \\t]registry[ \\t]login[ \\t]${WORDS}-p(?:[ \\t]{1,3}|=)${WORD}`),
    takesWords: true,
  },
  { word: 'oc login', pattern: after(`oc login[ \\t]${WORDS}-p[ \\t]{1,3}${WORD}`) },
  { word: 'az login', pattern: after(`az login[ \\t]${WORDS}-p[ \\t]{1,3}${WORD}`) },
  { word: 'mongo', pattern: after(`mongo(?:sh|dump|restore|import|export)?[ \\t]${WORDS}-p[ \\t]{1,3}${WORD}`) },
  flagged('snmpwalk', '-c[ \\t]{0,3}'),
  flagged('snmpget', '-c[ \\t]{0,3}'),
  flagged('codecov', '-t[ \\t]{1,3}'),
  { word: 'codecov.io/bash', pattern: after(`codecov\\.io/bash\\)?[ \\t]${WORDS}-t[ \\t]{1,3}${WORD}`) },
  { word: 'openssl passwd', pattern: after(`openssl passwd(?:[ \\t]-(?:[156]|apr1|aixmd5|crypt))?[ \\t]${WORD}`) },
  flagged('ldapsearch', '-w[ \\t]{0,3}'),
  flagged('ldapmodify', '-w[ \\t]{0,3}'),
  flagged('ldapadd', '-w[ \\t]{0,3}'),
  flagged('sqlcmd', '-P[ \\t]{0,3}'),
  flagged('ipmitool', '-P[ \\t]{1,3}'),
  flagged('unzip', '-P[ \\t]{0,3}'),
  { word: 'zip -', pattern: after(`zip -${WORDS}-?P[ \\t]{1,3}${WORD}`) },
  { word: '7z ', pattern: after(`7z [axelt][ \\t]${WORDS}-p${WORD}`) },
  ...['rar a ', 'rar x ', 'unrar x ', 'unrar e '].map((word) => ({
    word,
    pattern: after(`${word}${WORDS}-h?p${WORD}`),
  })),
  flagged('bcp', '-P[ \\t]{0,3}'),
  flagged('kadmin', '-w[ \\t]{1,3}'),
  { word: 'security import', pattern: after(`security import[ \\t]${WORDS}-P[ \\t]{1,3}${WORD}`), takesWords: true },
  flagged('schtasks', '/rp[ \\t]{1,3}'),
  flagged('signtool', '/p[ \\t]{1,3}'),
  flagged('certutil', '-p[ \\t]{1,3}'),
  {
    word: 'echo ',
    pattern: after(
      `echo[ \\t](?:-\\w{1,2}[ \\t])?${WORD}[ \\t]{0,3}>{1,2}[ \\t]{0,3}[^\\s;|&]{0,120}(?:token|secret|passw(?:or)?d|api_?key|credentials?)(?:\\.txt)?\\\\{0,3}["']?(?=[\\s;&)\\\\]|$)`,
    ),
  },
  { word: 'setapikey', pattern: after(`setApiKey[ \\t]{1,3}${WORD}`, 'iy') },
  { word: '-dsonar.login=', pattern: after(`-Dsonar.login=${WORD}`) },
  { word: 'doctl auth init', pattern: after(`doctl auth init[ \\t]${WORDS}(?:-t|--access-token)[ \\t]{1,3}${WORD}`) },
  ...['useradd', 'usermod'].map((word) => flagged(word, '(?:-p|--password)[ \\t]{1,3}')),
  {
    word: 'github-oauth',
    pattern: after(
      `github-oauth(?:\\\\{0,3}"[ \\t]{0,3}:\\s{0,20}\\{\\s{0,20}\\\\{0,3}")?\\.?[\\w.-]{1,60}(?:\\\\{0,3}"[ \\t]{0,3}:)?[ \\t]{1,3}${WORD}`,
    ),
  },
  // Twelve words and more, as wallets give them.
  ...['mnemonic', 'phrase'].map((word) => ({
    word,
    pattern: after(
      `${word}(?: is)?\\\\{0,3}["'\`*]{0,3}[ \\t]{0,3}[:=]?(?:[ \\t]|\\\\n|\\n){1,4}((?:[a-z]{3,8} ){11}(?:(?:[a-z]{3,8} ){3}){0,4}[a-z]{3,8})(?![ \\t]{0,2}[\\w-])`,
      'iy',
    ),
    takesWords: true,
  })),
  flagged('smbclient', '-U[ \\t]{1,3}[\'"]?[^\\s%]{1,60}%'),
  {
    word: 'htpasswd',
    pattern: after(
      `htpasswd[ \\t]${WORDS}-[a-zA-Z]{0,4}b[a-zA-Z]{0,4}[ \\t]{1,3}\\S{1,120}[ \\t]{1,3}\\S{1,60}[ \\t]{1,3}${WORD}`,
    ),
    takesWords: true,
  },
  { word: 'add_user', pattern: after(`add_user[ \\t]{1,3}\\S{1,60}[ \\t]{1,3}${WORD}`), takesWords: true },
  {
    word: 'change_password',
    pattern: after(`change_password[ \\t]{1,3}\\S{1,60}[ \\t]{1,3}${WORD}`),
    takesWords: true,
  },
  { word: 'net user', pattern: after(`net user[ \\t]{1,3}\\S{1,60}[ \\t]{1,3}${WORD}`) },
  {
    word: 'sqlplus',
    pattern: after(`sqlplus[ \\t]{1,3}(?:-\\w{1,2}[ \\t]{1,3}){0,3}['"]?[\\w.]{1,60}/([^\\s@"'/]{3,120})@`),
    takesWords: true,
  },
  { word: 'lftp', pattern: after(`lftp[ \\t]${WORDS}-u[ \\t]{1,3}[^\\s,]{1,60},${WORD}`), takesWords: true },
  { word: 'vault login', pattern: after(`vault login[ \\t]{1,3}${WORD}`) },
  { word: 'xfreerdp', pattern: after(`xfreerdp[ \\t]${WORDS}/p:${WORD}`), takesWords: true },
  { word: 'pass:', pattern: after(`pass:${WORD}`) },
  {
    word: 'identified by',
    pattern: after(`identified by[ \\t]{1,3}(?:password[ \\t]{1,3})?(?:'([^'\\n]{3,200})'|"([^"\\n]{3,200})")`, 'iy'),
  },
  {
    word: 'identified with',
    pattern: after(
      `identified with[ \\t]{1,3}\\S{1,60}[ \\t]{1,3}(?:by|as)[ \\t]{1,3}(?:'([^'\\n]{3,200})'|"([^"\\n]{3,200})")`,
      'iy',
    ),
  },
  {
    word: 'convertto-securestring',
    pattern: after(`convertto-securestring[ \\t]{1,3}(?:-\\w{1,12}[ \\t]{1,3}){0,3}${WORD}`, 'iy'),
    takesWords: true,
  },
  {
    word: 'chpasswd',
    pattern: after('chpasswd <<<[ \\t]{0,3}["\']?[\\w.-]{1,60}:([^\\s"\']{3,120})'),
    takesWords: true,
  },
  { word: '--from-literal', pattern: after(`--from-literal[= ]["']?[\\w.-]{1,80}=${WORD}`) },
  { word: 'secrets set', pattern: after(`secrets set[ \\t]{1,3}(?:-\\S{1,40}[ \\t]{1,3}){0,4}[\\w.-]{1,80}=${WORD}`) },
  {
    word: 'secret set',
    pattern: after(`secret set[ \\t]${WORDS}(?:-b|--body)(?:[ \\t]{1,3}|=)${WORD}`),
    takesWords: true,
  },
  { word: 'generic-password', pattern: after(`generic-password[ \\t]${WORDS}-w[ \\t]{1,3}${WORD}`), takesWords: true },
  { word: 'choco apikey', pattern: after(`choco apikey[ \\t]${WORDS}-k[ \\t]{1,3}${WORD}`) },
  { word: 'unlock-keychain', pattern: after(`unlock-keychain[ \\t]${WORDS}-p[ \\t]{1,3}${WORD}`), takesWords: true },
  {
    word: 'keyvault secret set',
    pattern: after(`keyvault secret set[ \\t]${WORDS}--value(?:[ \\t]{1,3}|=)${WORD}`),
    takesWords: true,
  },
  {
    word: 'mc alias set',
    pattern: after(`mc alias set[ \\t]{1,3}\\S{1,60}[ \\t]{1,3}\\S{1,120}[ \\t]{1,3}\\S{1,80}[ \\t]{1,3}${WORD}`),
  },
  {
    word: 'poetry config',
    pattern: after(`poetry config[ \\t](?:pypi-token|http-basic)\\.\\S{1,40}[ \\t](?:\\S{1,60}[ \\t])?${WORD}`),
  },
  {
    word: 'config set',
    pattern: after(`config set[ \\t](?:--secret[ \\t]\\S{1,80}|\\S{1,80}:_(?:authToken|auth|password))[ \\t]${WORD}`),
    takesWords: true,
  },
  { word: 'heroku auth:token', pattern: after('heroku auth:token\\s{1,4}([0-9a-fA-F-]{36}|HRKU-\\S{20,80})') },
  { word: 'neo4j_auth=neo4j/', pattern: after(`neo4j_auth=neo4j/${WORD}`, 'iy') },
  { word: '= password(', pattern: after(`= password\\(${QUOTED}`, 'iy') },
  { word: 'password to proceed', pattern: after(`password to proceed[^\\n]{0,60}:${BELOW}`) },
  flagged('openssl', '-k[ \\t]{1,3}'),
  { word: 'ssh-keygen', pattern: after(`ssh-keygen[ \\t]${WORDS}-[NP][ \\t]{0,3}${WORD}`), takesWords: true },
  {
    word: 'wpa_passphrase',
    pattern: after(`wpa_passphrase[ \\t]{1,3}(?:"[^"\\n]{1,40}"|\\S{1,40})[ \\t]{1,3}${WORD}`),
    takesWords: true,
  },
  { word: 'net use', pattern: after(`net use[ \\t]${WORDS}${WORD}[ \\t]{1,3}/user:`, 'iy') },
  { word: 'net use', pattern: after(`net use [^\\n|;]{1,120}?/user:[^\\s]{1,80} ${WORD}`, 'iy') },
  {
    word: 'password-command',
    pattern: after(`password-command[= \\t]{1,3}["']{0,2}(?:echo|printf)[ \\t]{1,3}([^\\s"'\`]{3,120})`),
    takesWords: true,
  },
  {
    word: 'password-file=<(',
    pattern: after('password-file=<\\((?:echo|printf)[ \\t]{1,3}["\']?([^\\s"\'`)]{3,120})'),
    takesWords: true,
  },
  { word: 'config create', pattern: after(`config create[ \\t]${WORDS}pass(?:word)?[ =]${WORD}`), takesWords: true },
  { word: 'set password', pattern: after(`set password(?: for \\S{1,80})?[ \\t]{0,3}=[ \\t]{0,3}${QUOTED}`, 'iy') },
  {
    word: 'stats auth',
    pattern: after('stats auth[ \\t]{1,3}[\\w.@+-]{1,60}:([^\\s"\'`\\\\]{3,200})'),
    takesWords: true,
  },
  {
    word: 'connect to',
    pattern: after(
      `connect to[ \\t]{1,3}\\S{1,60}[ \\t]{1,3}user[ \\t]{1,3}\\S{1,60}[ \\t]{1,3}using[ \\t]{1,3}${WORD}`,
      'iy',
    ),
  },
  {
    word: 'npmauthident',
    pattern: after(
      'npmAuthIdent\\\\{0,3}["\']?[:=][ \\t]{0,3}\\\\{0,3}["\']?[^\\s:"\']{1,80}:([^\\s"\'\\\\]{3,200})',
      'iy',
    ),
  },
  { word: 'bw_session=', pattern: after('BW_SESSION=\\\\{0,3}["\']?([\\w+/]{86}==)', 'iy') },
  {
    word: 'oathtool',
    pattern: after(`oathtool[ \\t]${WORDS}-{1,2}b(?:ase32)?[ \\t]{1,3}([A-Za-z2-7]{16,64})(?![\\w-])`),
  },
  ...['entry key', 'setup key', 'secret key', '2fa key'].map((word) => ({
    word,
    pattern: after(
      `${word}(?: is)?:?[ \\t]{1,4}(?=[a-z -]{0,30}[2-7])((?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4})(?![\\w-])`,
      'iy',
    ),
  })),
  // `Login: admin / VALUE`, `credentials are bob:VALUE`.
  ...['login', 'log in', 'credentials', 'creds'].map((word) => ({
    word,
    pattern: after(
      `${word}(?::| with| as| is| are|:? is)[ \\t]{1,3}[\\w.@+-]{1,60}(?:[ \\t]{1,3}[/|][ \\t]{1,3}|:)(?=\\S{0,60}\\d)([^\\s"'\`/\\\\]{8,80})(?=[\\s"'\\\\]|$)`,
      'iy',
    ),
  })),
  {
    word: 'generated for root@localhost',
    pattern: after('generated for root@localhost:[ \\t]{1,3}([^\\s"\\\\]{6,80})'),
    takesWords: true,
  },
  // Whatever the program is, a password follows its user.
  ...['-u ', '-U ', '--user ', '--user=', '--username '].map((word) => ({
    word: word.toLowerCase(),
    pattern: after(`(?:-[uU]|--user(?:name)?)[ =][\\w.@+-]{1,60}[ \\t]-[pP][ \\t]{1,3}${WORD}`),
  })),
  { word: 'snyk auth', pattern: after(`snyk auth[ \\t]{1,3}${WORD}`) },
  { word: 'cargo login', pattern: after(`cargo login[ \\t]{1,3}${WORD}`) },
  {
    word: 'bundle config',
    pattern: after(`bundle config[ \\t]${WORDS}[\\w.@+-]{1,60}:([^\\s"'/:\\\\]{3,200})(?=\\s|\\\\|$)`),
  },
  {
    word: 'put-parameter',
    pattern: after(`put-parameter(?=[^\\n]{0,400}SecureString)[ \\t]${WORDS}--value(?:[ \\t]{1,3}|=)${WORD}`),
    takesWords: true,
  },
  ...['type="password', 'type=\\"password', 'type=\\\\\\"password'].map((word) => ({
    word,
    pattern: after('type=\\\\{0,3}"password\\\\{0,3}"[^>\\n]{0,200}?value=\\\\{0,3}"([^"\\n\\\\]{3,200})\\\\{0,3}"'),
  })),
  { word: 'secret id', pattern: after('secret id[ \\t]{0,20}[:=][ \\t]{0,8}([0-9a-f-]{36})(?![\\w-])', 'iy') },
  {
    word: 'password for the',
    pattern: after(`password for the[^\\n]{1,80}(?::|\\nNew value:)${BELOW}`, 'iy'),
  },
  { word: 'wandb login', pattern: after(`wandb login[ \\t]{1,3}(?:--relogin[ \\t]{1,3})?${WORD}`) },
  { word: 'add-authtoken', pattern: after(`add-authtoken[ \\t]{1,3}${WORD}`) },
  { word: '> auth ', pattern: after('> auth[ \\t]{1,3}([\\w.~+/=-]{6,200})(?=\\s|$)', 'iy') },
  { word: 'with/key/', pattern: after('with/key/([\\w-]{16,80})') },
  { word: ':5432:', pattern: after(':5432:[\\w.*-]{1,80}:[\\w.@*-]{1,80}:([^\\s"\'`\\\\]{3,200})'), takesWords: true },
  { word: ':3306:', pattern: after(':3306:[\\w.*-]{1,80}:[\\w.@*-]{1,80}:([^\\s"\'`\\\\]{3,200})'), takesWords: true },
  {
    word: 'curl ',
    pattern: after(
      `curl[ \\t]${WORDS}-[a-zA-Z]{0,8}u[ \\t]{0,3}["']?[\\w.@+%-]{1,80}:([^\\s"'\`:\\\\]{3,200})["']?(?=\\s|$|\\\\)`,
    ),
  },
  ...['-u ', '--user ', '--user=', '--auth ', '--auth=', '--proxy-user ', 'http -a '].map((word) => ({
    word,
    pattern: after(
      '(?:-[uU]|--user|--auth|--proxy-user|http -a)(?:[ \\t]{1,3}|=)\\\\{0,3}["\']?[\\w.@+%-]{1,80}:([^\\s"\'`:\\\\]{3,200})\\\\{0,3}["\']?(?=\\s|$|\\\\)',
    ),
  })),
  // `PROGRAM <<< SECRET`, of a program that reads one.
  { word: '<<<', pattern: after(`<<<[ \\t]{0,3}${WORD}`), takesWords: true },
  // The password comes from the command before.
  { word: SEND, pattern: SENT_START },
  ...READERS.filter((word) => word !== 'secret set' && word !== 'vault login').map((word) => ({
    word,
    pattern: /(?!)/y,
  })),
];
