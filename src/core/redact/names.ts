/** What a name says of its value: nothing, that it is likely secret if it looks made, or that it is secret. */
export type Strength = 0 | 1 | 2;

/** Words in a name that may make its value secret. All have at least three characters, and are in lower case. */
export const NAME_WORDS = [
  ...[
    'pass',
    'pwd',
    '_pw',
    'pw=',
    'pw =',
    'pw: ',
    'pw is',
    'bindpw',
    'rootpw',
    '_salt',
    'seed',
    'secret',
    'token',
    'key',
    'auth',
    'cred',
    'cookie',
    'jwt',
    'mnemonic',
    'phrase',
  ],
  ...[
    'csrf',
    'xsrf',
    '_pat',
    'psk',
    'kennwort',
    'contrase',
    'senha',
    'wachtwoord',
    'mdp',
    'heslo',
    'parola',
    'senord',
    'totp',
    'clave',
    'chave',
    'sessid',
    'jsessionid',
    '.sid',
    '_sid',
    '&sig',
    '?sig',
    'signature',
  ],
] as const;

/** Ends of names that say what kind, where, or in which form it is: they change nothing. */
const SUFFIX =
  /(?:_(?:value|val|str|string|text|raw|plain|plaintext|b64|base64|base|hex|prod|production|dev|development|test|testing|stage|staging|live|local|sandbox|old|new|default|primary|secondary|main|current|previous|next|backup|data|env|var|header|confirmation|confirm|repeat|again|bedrock|arg|param|a|b|x|v?\d{1,4})|\d{1,4})$/;

/** Secret whatever stands before. These need no border: `dbpassword`, `PGPASSWORD`. */
const STRONG_END =
  /(?:pass_?word|passwd|passwrd|passphrase|pass_?code|passwort|kennwort|wachtwoord|senord|heslo|parola|totp|(?:t?otp|2_?fa|mfa|auth|authenticator)_?seed|(?:auth|nonce|logged_in)_salt|wifi_?key|wi_?fi_?key|contrasena|contraseña|senha|secret|secret_?key|api_?secret|client_?secret|api_?key|apikey|secret_?access_?key|access_?key|access_?token|refresh_?token|auth_?token|api_?token|bearer_?token|personal_?access_?token|session_?token|security_?token|id_?token|private_?token|bot_?token|app_?token|oauth_?token|deploy_?token|service_?token|admin_?token|private_?key|priv_?key|signing_?key|sign_?key|encryption_?key|encrypt_?key|decryption_?key|master_?key|account_?key|shared_?key|shared_?access_?key|pre_?shared_?key|service_?role_?key|service_?key|admin_?key|auth_?key|storage_?key|hmac_?key|aes_?key|crypto_?key|cipher_?key|jwt_?key|cookie_?key|license_?key|licence_?key|app_?key|application_?key|server_?key|subscription_?key|integration_?key|ingestion_?key|instrumentation_?key|deploy_?key|client_?key|wallet_?key|secret_?token|credentials?|creds?|mnemonic|seed_?phrase|recovery_?phrase|backup_?phrase|shared_?access_?signature|sas_?token|webhook_?secret|unseal_?key|seal_?key|recovery_?key|otp_?secret|keystore_?pass|store_?pass|key_?pass|require_?pass|master_?auth)$/;
/** Short ends, with a border before them. */
const STRONG_WORD =
  /(?:^|_)(?:(?:db|user|usr|root|admin|smtp|mail|email|imap|ftp|sftp|ssh|vpn|wifi|ldap|bind|mysql|pg|postgres|redis|mongo|rabbitmq|amqp|mqtt|sql|sa|basic_auth|http|proxy|svc|service|account|login|key|store|keystore|truststore|cert|ca|jenkins|nexus|artifactory|docker|registry|git|sudo|become|repl|replication|master|app|my|x|api|bot|jks|p12|pfx|pem|gpg|vault|ansible_ssh|ansible_become|ansible)_?pass|passe|mdp|pwd|pw|bindpw|rootpw|psk|_auth)$/;
/** Ends of names that are likely secret. */
const WEAK_END =
  /(?:token|key|auth|jwt|cookie|credential|csrf|xsrf|(?:^|_)(?:pat|sid|clave|chave|pass|signature|sig|keys|tokens|passwords|secrets|secret_id|secret_string|auth_data|key_data|api_keys|auth_config|license|licence|x_auth)|phpsessid|jsessionid|aspsessionid\w{0,8})$/;

/** Keys and tokens that are no secrets: places in a list, names of things, numbers of words. */
const NEVER_KEY =
  /(?:^|_)(?:public|pub|publishable|cache|caching|primary|foreign|sort|sorting|order|partition|idempotency|idempotent|unique|composite|row|range|hash|index|group|grouping|object|obj|map|mapping|dict|json|item|list|react|registry|hot|short_?cut|arrow|shift|ctrl|control|alt|meta|cmd|enter|escape|tab|space|home|end|delete|query|translation|i18n|locale|lang|message|msg|label|title|search|lookup|column|field|property|prop|state|setting|option|feature|flag|metric|event|topic|s3|bucket|file|path|image|asset|node|child|parent|next|prev|last|first|current|min|max|start|sync|dedupe|dedup|deduplication|correlation|trace|host|known|verification|verify|verifying|jwks|certificate|cert|site|data|entry|attribute|attr|param|parameter|cell|tree|sub|super|natural|surrogate|candidate|on|press|down|up|any|no|not|with|by|the|of|each|for|in|is|has|get|set|use|add|new|old|same|wrong|right|left|this|that|key|every|job|task|step|chunk|block|build|config|menu|action|command|binding|bind|type|kind|name|id|user_?agent|fingerprint|checksum|content|version|release|lock|mutex|turn|thread|conversation|prompt|tool|model|module|package|import|export|issue|jira|inventory|entry|record|resource|recv|receive|keyserver_recv|ticket|board|sprint|epic)_?keys?$/;
const NEVER_TOKEN =
  /(?:^|_)(?:public_key|max|min|next_page|page|paging|pagination|continuation|sync|next|prev|previous|resume|cursor|mask|pad|padding|eos|bos|unk|cls|sep|special|stop|end|start|begin|first|last|num|number|n|total|input|output|prompt|completion|cached?|per|cost_per|image|audio|text|reasoning|thinking|vocab|word|lex|lexer|parse|parser|current|peek|expected|unexpected|design|color|colour|theme|css|eof|operator|string|number|keyword|punctuation|comment|identifier|syntax|change|watch|cancel|cancellation|abort|tick|close|open|rollback|used|unused|remaining|count|logit|sample|draft|generated|skip)_?tokens?$/;
const NEVER_OTHER =
  /(?:^|_)(?:(?:by|com|sur|tres|en_?com|under|over|render|first|second|third|one|two|single|multi|last|prev|next|shadow|depth|main|compute|all|tests?|num|max|final|forward|backward|opt|optimization|compiler|mir|ir|llvm|lint|did|does|must|should|will|can|to|not|or|check|checks)_?pass|(?:http|https|is|has|no|needs?|require[sd]?|use|with|enable[d]?|disable[d]?|skip|allow|force|o|basic|digest|type|method|scheme|pre|post|user|client|server|mutual)_auth|author|(?:account|message|call|conference|service|queue|application|number|trunk|conversation|participant|recording|subaccount)_sid|thread_session|public_?key_?token|token_type|function_signature|method_signature|type_signature|thought_?signature|sidecar|inside|outside|beside|consider|reside|preside)$/;

const known = new Map<string, Strength>();
const MAX_KNOWN = 4096;

/** What a name says, by its end alone: `AWS_SECRET_ACCESS_KEY`, `ossrhPassword`, `x-api-key`, `db.password`. */
export function strengthOf(name: string): Strength {
  const found = known.get(name);
  if (found !== undefined) return found;
  const strength = judge(plainName(name));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, strength);
  return strength;
}

/** Camel case and other separators become `_`. */
export function plainName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9ñ]{1,64}/g, '_')
    .toLowerCase()
    .replace(/_{1,64}$/, '');
}

function judge(plain: string): Strength {
  const bare = withoutSuffix(plain);
  if (NEVER_OTHER.test(bare)) return 0;
  if (STRONG_WORD.test(bare)) return 2;
  if (STRONG_END.test(bare)) return 2;
  if (NEVER_KEY.test(bare) || NEVER_TOKEN.test(bare)) return 0;
  return WEAK_END.test(bare) ? 1 : 0;
}

function withoutSuffix(plain: string): string {
  const shorter = plain.replace(SUFFIX, '');
  return shorter === '' ? plain : shorter.replace(SUFFIX, '') || shorter;
}

/** True for names of passwords: a number is one too. */
export function isPasswordName(name: string): boolean {
  return /pass|pwd|pw$|kennwort|senha|senord|heslo|parola|contrase|pin$/i.test(name);
}
