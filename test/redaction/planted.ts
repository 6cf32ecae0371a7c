import { createCharacters } from '../made-characters.ts';
import { madeToken, vendorForms } from '../made-tokens.ts';

/** A text with secrets in it. None of them opens anything. */
export interface Planted {
  kind: string;
  text: string;
  secrets: string[];
}

/**
 * Where people leak what has no form of its own. `«…»` is the secret: `pw` a password as people and generators choose
 * them, else a class and a length. `↵` breaks the line, `⇥` is a tab.
 */
const PLACES = `
env: NODE_ENV=production↵DB_PASSWORD=«pw»↵PORT=3000
env: export API_TOKEN=«an:40»
env: 2026-03-01T10:11:12Z INFO env JWT_SECRET=«hex:64» loaded
env: SESSION_SECRET='«an:48»' node server.js
compose: services:↵  db:↵    environment:↵      - POSTGRES_PASSWORD=«pw»↵      - POSTGRES_USER=app
compose: FROM node:20↵ENV PAYMENT_KEY «an:32»↵RUN npm ci
kubernetes: apiVersion: v1↵data:↵  url: «b64:32»↵kind: Secret↵---↵kind: Service
kubernetes: - name: DB_PASSWORD↵  value: "«pw»"↵- name: PORT
kubernetes: users:↵- name: admin↵  user:↵    token: «an:60»
terraform: variable "db_password" {↵  type    = string↵  default = "«pw»"↵}
terraform: provider "aws" {↵  secret_key = "«b64:40»"↵}
code: const apiKey = '«an:32»';
code: client = Client(api_key="«hex:32»", timeout=3)
code: os.environ["SERVICE_TOKEN"] = "«an:40»"
code: let api_key: &str = "«an:32»";
code: const key = process.env.API_KEY || '«an:32»';
code: #define WIFI_PASSWORD "«pw»"
code: define('DB_PASSWORD', '«pw»');
code: const apiToken string = "«an:24»"
code: define('AUTH_KEY',         '«an:64»');
code: <input type="password" name="pw" value="«an:24»">
code: &quot;password&quot;:&quot;«an:20»&quot;
code: requests.get(url, auth=('bob', '«an:14»'))
code: server.login("bob@example.org", "«an:14»")
code: await page.fill('#password', '«an:14»')
code: await page.getByLabel('Password').fill('«an:14»')
code: driver.find_element(By.ID, "password").send_keys("«an:14»")
code: ["password"]=>↵  string(24) "«an:24»"
code: Content-Disposition: form-data; name="password"↵↵«an:24»↵--x
json: {"user":"bob","password":"«pw»","remember":true}
json: {"body":"{\\"client_secret\\":\\"«an:40»\\",\\"n\\":1}"}
yaml: db:↵  user: bob↵  password: «pw»↵  port: 5432
yaml: api_key: |↵  «an:40»↵next: 1
ini: [default]↵aws_secret_access_key = «b64:40»↵region = eu-west-1
ini: [output]↵    HTTP_Passwd «an:16»
ini: user=bob pw=«an:14»
ini: [security]↵admin_password = «pw»
xml: <server><username>bob</username><password>«pw»</password></server>
xml: <add key="ApiKey" value="«an:32»" />
header: POST /v1 HTTP/1.1↵X-Api-Key: «an:40»↵Accept: */*
header: curl -s -H "Authorization: Bearer «an:40»" https://api.example.com | jq .
header: Authorization: «an:40»
header: Authorization: SSWS 00«an:40»
header: Authorization: Acme-Scheme «an:40»
cookie: Cookie: theme=dark; sessionid=«an:40»; lang=en
cookie: .example.com⇥TRUE⇥/⇥TRUE⇥1799999999⇥sessionid⇥«an:40»
query: GET https://api.example.com/v1/items?api_key=«an:40»&page=2
query: https://x.blob.core.windows.net/c?sv=2022&sig=«an:43»%3D&se=2026
query: Viewer: http://127.0.0.1:4317/?token=«an:43»
address: postgres://app:«pw»@db.example.com:5432/app
address: git clone https://«an:40»@git.example.com/team/app.git
connection: Server=db;Uid=bob;Pwd=«pw»;Encrypt=True;
connection: DefaultEndpointsProtocol=https;AccountKey=«b64:86»==;EndpointSuffix=x
command: mysql -u root -p«pw» app -e 'show tables'
command: curl -u bob:«pw» https://api.example.com/x
command: sshpass -p «pw» ssh bob@host uptime
command: docker login -u bob -p «pw» registry.example.org
command: echo '«pw»' | sudo -S apt update
command: deploy --api-key=«an:32» --region=eu
command: curl -ubob:«an:16» https://api.example.com/x
command: kubectl create secret generic db --from-literal=pw=«an:16»
command: aws ssm put-parameter --name /app/db --type SecureString --value «an:24»
command: mysql --password=«an:16» -u root -p«an:14»
command: bundle config gems.example.org bob:«an:20»
command: snmpwalk -v2c -c «an:14» host
command: cqlsh -u cassandra -p «an:14» host
command: mosquitto_pub -u bob -P «an:14» -t x
command: pulumi config set --secret dbPassword «an:20»
command: npm config set //npm.example.org/:_authToken «an:36»
command: az keyvault secret set --vault-name v --name n --value «an:20»
command: gpg --batch --passphrase «pw» -c f
sql: ALTER USER app WITH PASSWORD '«pw»';
sql: CREATE USER 'app'@'%' IDENTIFIED BY '«pw»';
sql: ALTER USER 'app'@'%' IDENTIFIED WITH mysql_native_password BY '«an:14»';
netrc: machine api.example.com login bob password «pw»
netrc: db.example.com:5432:app:bob:«pw»
npmrc: //registry.example.org/:_authToken=«an:40»
diff: @@ -1,3 +1,2 @@↵-SIGNING_KEY=«hex:64»↵ B=2
lines:      1⇥A=1↵     2⇥API_SECRET=«an:32»↵     3⇥B=2
lines: config/prod.env:14:API_SECRET=«an:32»↵src/a.ts:3:const a = 1
colours: ␛[32mAPI_TOKEN␛[0m=␛[33m«an:40»␛[0m ok
prose: The admin password is «pw».
prose: Here is the API key: «an:40» and keep it safe.
prose: use this token «an:32» to deploy
prose: mot de passe : «an:12»
prose: Unseal Key 1: «b64:43»=
prose: Password for the [elastic] user (reset with x):↵  «an:20»↵
table: Key                  Value↵---                  -----↵token                s.«an:24»
table: | API_TOKEN | «an:40» | prod |
private key: -----BEGIN PRIVATE KEY-----↵«b64:64»↵«b64:64»↵-----END PRIVATE KEY-----
private key:      1→-----BEGIN RSA PRIVATE KEY-----↵     2→«b64:64»↵     3→«b64:64»
private key: «b64:64»↵«b64:64»↵-----END PRIVATE KEY-----↵after
private key: MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj«b64:24»↵«b64:64»↵«b64:64»
private key: MIIEowIBAAKCAQEA«b64:48»↵«b64:64»↵«b64:64»
private key: private_key: "MHcCAQEEI«b64:120»"
private key: b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW↵«b64:70»↵«b64:70»
column: id,username,password,created↵1,alice,«an:14»,2024-01-02↵2,bob,«an:14»,2024-01-03
column: email;token;role↵a@b.co;«an:32»;admin↵c@d.co;«an:32»;user
column: "name","api_key","enabled"↵"a, b","«hex:32»","true"
column: user⇥password⇥host↵root⇥«pw»⇥db1↵app⇥«pw»⇥db2
column: User name,Password,Access key ID,Secret access key↵ci-bot,,x,«b64:40»
column: 1→id,password↵2→1,«pw»↵3→2,«pw»
column: +user,password↵+bob,«pw»
column: rows:\\nuser,password\\nbob,«pw»\\neve,«pw»\\n
column: | user | password |↵|------|----------|↵| root | «pw» |↵| app | «pw» |
column: | Service | API Key |↵|:--|:--|↵| Mail | \`«an:32»\` |
column:  id | name | api_token↵----+------+------------↵  1 | ci   | «an:40»↵(1 row)
column: +----+----------+↵| id | password |↵+----+----------+↵|  1 | «pw» |↵+----+----------+
list: api_keys: ["«an:32»", "«an:32»"]
list: passwords = ["«pw»",↵  "«pw»"]
list: api_keys:↵  - «an:32»↵  - «an:32»
list: {\\"tokens\\":[\\"«an:32»\\",\\"«an:32»\\"]}
code: token = """«an:40»"""
code: client.basicAuth("joe", "«pw»")
code: new UsernamePasswordCredentials("joe", "«pw»")
one-time code: PIN: «d:4»
one-time code: SIM_PIN=«d:4»
one-time code: the pin for the door is «d:6»
one-time code: Your verification code is «d:6»
one-time code: one-time password: «d:6»
one-time code: "mfa_code": "«d:6»"
one-time code: TOTP_SEED=«b64:32»
one-time code: Recovery codes:↵«hex:5»1-«hex:5»a↵«hex:5»2-«hex:5»b
one-time code: Two-factor recovery codes↵↵   1. «hex:5»1-«hex:5»a↵   2. «hex:5»2-«hex:5»b
one-time code: recovery_code=«an:10»7k
connection: user=sa;PWD={«an:14»7k};Encrypt=yes
connection: app:«pw»@tcp(127.0.0.1:3306)/app?parseTime=true
connection: jdbc:oracle:thin:scott/«pw»@//db:1521/orcl
command: curl -sSfu joe:«pw» https://x.example
command: gh auth login --with-token <<< «an:40»
command: ssh-keygen -t ed25519 -N "«pw»" -f k
command: openssl enc -aes-256-cbc -k «pw» -in a
command: net use z: «pw» /user:joe
command: wpa_passphrase Home «pw»
command: A temporary password is generated for root@localhost: «an:12»
cookie: JSESSIONID=«hex:32»
prose: Password↵«an:14»77↵↵Username↵joe
prose: Enter password: ↵«an:14»77↵Welcome
prose: user: joe, pass: «an:14»77
prose: The API key (\`«an:32»\`) is expired
prose: Initial admin password - «an:14»77
prose: root password set to «an:14»77
prose: Password for user "elastic": «an:20»
json: {"name":"DB_PASSWORD","slotSetting":false,"value":"«pw»"}
json: {↵    "Name": "/app/db/password",↵    "Type": "SecureString",↵    "Value": "«pw»"↵}
terraform: {"db_password":{"sensitive":true,"type":"string","value":"«pw»"}}
json: {"role":"tool","content":"pass = «an:20»7k"}
json: {"role":"tool","content":"user: joe\\npassword: «pw»"}
code: const API_KEYS = { prod: '«an:32»', dev: '«an:32»' };
code: session.auth = ("joe", "«an:14»7k")
code: jwt.sign({ id: user.id, role: 'admin' }, '«an:40»')
code: jwt.encode(payload, "«an:40»", algorithm="HS256")
code: crypto.createHmac('sha256', '«an:40»')
code: signInWithEmailAndPassword(auth, "joe@example.org", "«an:14»7k")
code: Buffer.from('joe:«an:14»7k').toString('base64')
code: base64.b64encode(b"joe:«an:14»7k")
code: new ethers.Wallet("0x«hex:64»")
code: .setPassword("«an:12»77");
code: let token = String::from("«an:40»");
code: char password[32] = "«an:14»7k";
code: api_key <- "«an:32»"
code: await page.type('input[name=password]', '«pw»')
code: Fernet(b"«an:43»=")
xml: <password encrypted="false">«pw»</password>
xml: <Password><![CDATA[«pw»]]></Password>
xml: <input name="authenticity_token" type="hidden" value="«b64:86»==">
xml: <key>APIKey</key>↵<string>«an:32»</string>
header: proxy_set_header Authorization "Basic «b64:28»";
ini: bindpw «an:14»7k
ini: pw = «pw»
ini: stats auth admin:«pw»
ini: GOOGLE_AUTH_SEED=«b32:16»
code: define( 'NONCE_SALT', '«an:64»' );
yaml: npmAuthIdent: "joe:«an:14»7k"
command: set PGPASSWORD=«an:14»7k&& psql -h db
command: oathtool --totp -b «b32:32»
command: db2 connect to sample user joe using «an:14»7k
command: redis-cli -a «an:14»7k ping && redis-cli -a «an:14»7k get x
command: {"c":"mysql -p«an:14»7k a\\nmysql -p«an:14»7k b"}
sql: SET PASSWORD FOR 'joe'@'%' = '«an:14»7k';
command: podman login -u=bob -p=«an:14»7k registry.example.org
command: unrar x -p«an:14»7k a.rar
command: security import cert.p12 -k build.keychain -P «pw» -T /usr/bin/codesign
command: kadmin -p admin/admin -w «an:14»7k -q listprincs
command: nuget setApiKey «an:46»
command: doctl auth init -t «hex:64»
command: sonar-scanner -Dsonar.login=«hex:40» -Dsonar.projectKey=a
command: composer config --global github-oauth.github.com «an:40»
command: snmpwalk -v3 -l authPriv -u bob -a SHA -A «pw» host
command: echo -n "«pw»" | sudo cryptsetup luksOpen /dev/sdb x -
command: echo "«an:14»7k" | passwd --stdin bob
command: echo "«an:32»" > /run/secrets/api_token
command: {"command":["mysql","-uroot","-p«an:14»7k","-e","select 1"]}
command: {"test":["CMD","redis-cli","-a","«an:14»7k","ping"]}
command: {"args":["--requirepass","«pw»"]}
command: mysql -u root \\↵  -p«an:14»7k \\↵  app
command: docker login \\↵  -u bob \\↵  -p «pw»
command: args:↵  - --password↵  - «pw»↵
command: command: ["--password",↵  "«pw»"]
command: spawn('mysql', ['-uroot', '-p«an:14»7k'])
command: ['sshpass', '-p', '«an:14»7k', 'ssh']
command: ["curl", "-u", "bob:«an:14»7k", "https://example.com"]
command: ["docker","login","-u","bob","-p","«an:14»7k"]
ini: enable secret 5 «an:14»7k
ini: username bob privilege 15 secret 0 «an:14»7k
ini: snmp-server community «pw» RO
ini: tacacs-server host 10.0.0.1 key 7 «hex:24»
ini:     auth_pass «pw»
json: {"github-oauth": {"github.com": "«an:40»"}}
code: smtp.PlainAuth("", "joe@example.org", "«pw»", "smtp.example.org")
code: new NetworkCredential("joe", "«pw»")
code: WiFi.begin("Home", "«pw»");
code: User.objects.create_superuser('joe', 'joe@example.org', '«an:14»7k')
code: {"password_confirmation": "«pw»"}
code: headers.Authorization = 'Bearer ' + '«an:40»'
sql: INSERT INTO users (name, password) VALUES ('bob', '«pw»');
sql: INSERT INTO users (id, api_token, note) VALUES (1, '«an:40»', 'it''s'), (2, '«an:40»', NULL)
sql: {"sql":"INSERT INTO users (name, password)\\nVALUES\\n  ('bob', '«pw»'),\\n  (lower('EVE'), '«pw»')"}
prose: Login: admin / «an:14»77
prose: credentials are joe:«an:14»77
prose: el password es «an:14»77
prose: Your 2FA seed is «b32:16»7A
prose: Manual entry key: A7«b32:2» «b32:4» «b32:4» «b32:4»
`;

const WORDS = ['winter', 'summer', 'dragon', 'harbor', 'coffee', 'rocket', 'marble', 'falcon', 'copper', 'velvet'];
const CLASSES: Readonly<Record<string, string>> = {
  an: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  hex: '0123456789abcdef',
  d: '0123456789',
  b32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  b64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
};

/** The places with other secrets each round, and every form of the table of vendors, bare and in a variable. */
export function plantedSet(seed: number, rounds = 3): Planted[] {
  const made = createCharacters(seed);
  const planted: Planted[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const line of PLACES.trim().split('\n')) planted.push(inPlace(line, made));
    for (const { form } of vendorForms) {
      const token = madeToken(form, seed + round);
      // Of a webhook's address the last part is the secret.
      const secrets = [form.includes('<') ? token.slice(-12) : token];
      planted.push({ kind: 'token alone', text: `I used ${token} for that.`, secrets });
      planted.push({ kind: 'token in a variable', text: `A=1\nSERVICE_TOKEN=${token}\nB=2`, secrets });
    }
  }
  return planted;
}

type Made = ReturnType<typeof createCharacters>;

function inPlace(line: string, made: Made): Planted {
  const colon = line.indexOf(': ');
  const secrets: string[] = [];
  const text = line
    .slice(colon + 2)
    .replaceAll('↵', '\n')
    .replaceAll('⇥', '\t')
    .replaceAll('␛', '\u001b')
    .replaceAll(/«(\w+)(?::(\d+))?»/g, (_, name: string, length?: string) => {
      const secret = name === 'pw' ? password(made) : made.characters(Number(length), CLASSES[name]);
      secrets.push(secret);
      return secret;
    });
  return { kind: line.slice(0, colon), text, secrets };
}

/** As people choose them, and as generators do. */
function password({ characters, below }: Made): string {
  const word = () => WORDS[below(WORDS.length)] ?? '';
  const digits = (count: number) => characters(count, '0123456789');
  const choices = [
    () => `${word().replace(/^./, (first) => first.toUpperCase())}${digits(4)}!`,
    () => `${word()}-${word()}-${word()}-${digits(2)}`,
    () => characters(16),
    () => characters(24, CLASSES.hex),
    () => `P4ss${word()}${digits(3)}`,
  ];
  return choices[below(choices.length)]?.() ?? '';
}

/** True if half of a secret, or all of a short one, stands in a text. */
export function leaves(text: string, secret: string): boolean {
  const length = Math.min(secret.length, Math.max(6, Math.floor(secret.length / 2)));
  for (let at = 0; at + length <= secret.length; at += 1) if (text.includes(secret.slice(at, at + length))) return true;
  return false;
}
