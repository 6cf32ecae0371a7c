/** Lines that look like those that hold a secret, and hold none. `↵` breaks the line. */
export const LOOK_ALIKES = `
id,name,email,created_at
1,alice,alice@example.com,2024-01-02T10:00:00Z
commit 3f786850e387550fdab836ed7e6dc881de23001b
tree 89e6c98d92887913cadf06b2adb97f26cde4849b
Merge: 2e65efe2a 29932f3915
7c222fb2927d828af22f592134e8932480637c0d  dist/app.js
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
    "integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==",
github.com/stretchr/testify v1.8.4 h1:CcVxjf3Q8PM0mHUKJCdn+eZZtm5yQwehR5yeSUQVcUk=
lodash@^4.17.21: 679591c564c3bffaae8454cf0b3df370c3d6911c
checksum = "1f3ecaf1b9d3c9b3a2b8e4a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5"
550e8400-e29b-41d4-a716-446655440000
request id: 550e8400-e29b-41d4-a716-446655440000
color: #1a2b3c; background: #ffcc00
--color-token-primary: #0f62fe;
:root { --key-color: #4f46e5; }
const veryLongIdentifierNameForTesting123 = computeSomething();
export class AbstractAuthenticationTokenProviderFactoryBean2 {}
import { useAuthToken } from './hooks/use-auth-token';
function validatePassword(password: string): boolean {
if (password.length < 12) throw new Error('password too short');
const passwordInput = screen.getByLabelText('Password');
expect(screen.getByPlaceholderText('Enter password')).toBeVisible();
<label for="password">Password</label>
<input type="password" placeholder="Password (8+ characters)">
await user.type(passwordField, credentials.password);
pin: number;
const pin = await readPin();
gpio pin 17 is high
LED_PIN = 13
#define LED_PIN 13
pinMode(13, OUTPUT);
pin=13
Pin: 2
pin the dependency to 4.17.21
pinned: true
package pins: numpy==1.26.4
OTP 26 and Elixir 1.16
Erlang/OTP 26 [erts-14.2]
otp: string
error code: 4040
exit code 137
status code is 404
verification code was sent to your email
Enter the verification code
recovery code path is not covered
backup codes are generated on the settings page
const backupCodes = generateBackupCodes(10);
backup_codes: string[]
recoveryCodes: []
backup code coverage 98
backup: 2024-01-02
verification failed: expected 200
verification: 12 tests passed
mfa: true
mfa_enabled=false
2fa is required for all members
totp = new TOTP(secret)
one-time setup: 300 ms
| Name | Type | Description |
|------|------|-------------|
| password | string | The password of the user, 8 to 64 characters |
| api_key | string | Required |
| token | string | Bearer token |
| Option | Default |↵|---|---|↵| password | none |↵| token_ttl | 3600s |
| Key | Action |↵|---|---|↵| Ctrl+K | Search2 |↵| Alt+F4 | Close |
| key | value |↵|-----|-------|↵| retries | 3 |↵| backoff_ms | 250 |
key,value↵retries,3↵timeout_ms,30000
token,count,probability↵the,10234,0.0512↵of,5023,0.0251
token,lemma,pos↵running2,run,VERB↵dogs,dog,NOUN
name,password_hash_algorithm,rounds↵alice,bcrypt,12↵bob,argon2id,3
user,key_count,last_seen↵alice,3,2024-01-02
id,auth,role↵1,oauth2,admin↵2,saml2,user
feature,token,enabled↵a,b,c
public_key,created↵ssh-ed25519,2024-01-02
cache_key,size↵posts-v2-en,123
sort_key,order↵name2,asc
test,password,login↵1,2,3
  password,↵  username,↵  email2,
import {↵  password, username,↵  retry5, backoff10,↵} from './x';
const [password, setPassword] = useState('');
password: z.string().min(8)
password: Joi.string().required(),
password: { type: String, required: true },
password: hashedPassword,
password = hashlib.sha256(x).hexdigest()
passwords: string[];
passwords = []
const tokens = ['a', 'b', 'c'];
tokens: ["let", "x1", "=", "5"]
secrets:↵  - source: db_password
secrets:↵  - db_password↵  - api_token_v2
secrets: inherit
secrets = ["DB_PASSWORD", "API_TOKEN_2"]
api_keys:↵  - name: ci
keys: ["ctrl", "shift", "k2"]
credentials:↵  - username↵  - password
Reset password↵See the docs for more.
Password↵Username↵Email2
## Password↵The password has to be 12 characters long.
Password:↵Username:
password:↵  type: string↵  minLength: 8
password:↵  description: At least 12 characters
token:↵  type: string
secret:↵  name: db
Enter password:↵Sorry, try again.
Enter password: ↵mysql>
password - the password of the user
token - see section 4
API key - optional
set the password to something strong
password reset to default
The password was changed from the settings page
password is hashed with bcrypt12
the token is valid for 3600s
the key is user-2024-posts
the key is \`posts:2024:page2\`
password (see RFC8259)
token (\`accessToken\`)
key (\`user_id_2\`)
echo "hello2" | cat
echo $PASSWORD | docker login -u joe --password-stdin
gh auth login --with-token <<< "$TOKEN"
cat <<< "hello world 2024"
grep foo <<< "$(ls -la)"
read -r a b <<< "1234 5678"
jq . <<< '{"a":1234567}'
cat <<EOF
<<<<<<< HEAD
>>>>>>> 3f78685 (a commit)
docker run -p 8080:80 nginx
curl -sS https://example.com/api/v1/users?page=2
curl -u "$USER:$PASS" https://x
curl -fsSLu $CREDS https://x
openssl req -x509 -newkey rsa:4096 -keyout key.pem
openssl s_client -connect example.com:443
ssh-keygen -t ed25519 -C "me@example.com" -f ~/.ssh/id_ed25519
ssh-keygen -R 192.168.1.10
ssh-keygen -N "" -f key
net use Z: \\\\server\\share2
rclone config create remote s3
-----BEGIN CERTIFICATE-----
MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo
-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEVs/o5+uQbTjL3chynL4wXgUg2R9
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@host
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
url(data:font/woff2;base64,d09GMgABAAAAAAPAAA0AAAAAB4AAAANqAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA)
postgres://localhost:5432/app
mysql://root@localhost/app
postgresql://postgres:postgres@localhost:5432/test
redis://localhost:6379/0
jdbc:postgresql://localhost:5432/app
jdbc:oracle:thin:@localhost:1521:xe
root:root@tcp(127.0.0.1:3306)/test
user:password@tcp(localhost:3306)/db
amqp://guest:guest@localhost:5672
https://example.com/docs/tokens#api-keys-2024
https://example.com/?page=2&sort=key
https://github.com/org/repo/blob/3f786850e387550fdab836ed7e6dc881de23001b/src/auth.ts#L42
https://example.com/oauth/authorize?response_type=code&client_id=web2
src/auth/token-service.v2.test.ts
/run/secrets/db_password
~/.ssh/id_ed25519.pub
node_modules/.pnpm/jsonwebtoken@9.0.2/node_modules/jsonwebtoken
Set-Cookie: theme=dark; Path=/
Cookie: lang=en; consent=1
session_id=550e8400-e29b-41d4-a716-446655440000
"sessionId": "01a1de06-ab42-79f0-9c2d-b8851174e06f"
x-request-id: 9f86d081884c7d659a2feaa0c55ad015
etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
cf-ray: 7d1b2c3d4e5f6a7b-FRA
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
arn:aws:iam::123456789012:role/ci-deploy-role-2
i-0abcd1234efgh5678
ami-0c55b159cbfafe1f0
vpc-0a1b2c3d4e5f67890
sg-0123456789abcdef0
projects/my-project-123456/secrets/db-password/versions/3
kubectl get secret db-credentials -o yaml
kubectl create secret generic db --from-file=password=./pw.txt
vault kv get secret/data/app
export PASSWORD=$(pass show app/db)
export TOKEN="$(cat token.txt)"
export KEY=\${KEY:-default}
set -a; source .env; set +a
password: {{ .Values.db.password }}
password: \${DB_PASSWORD}
token: !Ref ApiToken
secretName: tls-cert-2024
key: \${{ runner.os }}-node-\${{ hashFiles('**/package-lock.json') }}
restore-keys: \${{ runner.os }}-node-
cache-key: v2-deps-{{ checksum "package.json" }}
aria-keyshortcuts="Control+Shift+K"
keyCode === 13
event.key === 'Enter'
keys.sort((a, b) => a.key.localeCompare(b.key))
onKeyDown={handleKeyDown2}
monkey patching 2 modules
keyboard: us-intl2
primary key (id, created_at)
FOREIGN KEY (user_id) REFERENCES users2(id)
CREATE TABLE users (id int, password varchar(255), token text);
INSERT INTO users (id, name) VALUES (1, 'alice2');
SELECT password FROM users WHERE id = 42;
ALTER TABLE users ADD COLUMN api_token text;
Tests: 12 passed, 2 failed, 14 total
✓ rejects a wrong password (12 ms)
✗ password reset sends 2 emails
PASS src/password.test.ts
FAIL  test/auth/token2.test.ts > refreshes the token
AssertionError: expected 'token' to equal 'token2'
TypeError: Cannot read properties of undefined (reading 'password')
    at validatePassword (/app/src/auth/password.ts:42:13)
warning: unused variable: \`secret_key\`
error TS2345: Argument of type 'string' is not assignable to parameter of type 'Token2'.
tokens used: 15,963
input_tokens: 12288, output_tokens: 4096
"usage":{"input_tokens":5321,"cached":4096,"output_tokens":87}
max_tokens=4096 temperature=0.2
tokenizer: cl100k_base
<|endoftext|> token id 50256
eos_token_id: 128001
vocab size 32000, pad token 0
claude-opus-4-8-20261101
gpt-5.5-codex-2026-09-01
gemini-3-pro-preview-11-2025
v2.1.325-alpha.3+build.20261115
20261115T071322Z
2026-11-15 07:13:22.123456789 +0000
Nov 15 07:13:22 host sshd[1234]: Accepted publickey for joe from 10.0.0.1 port 52344 ssh2
Failed password for invalid user admin from 10.0.0.1 port 52344 ssh2
Failed password for root from 192.168.1.10 port 22 ssh2
sudo: 3 incorrect password attempts
passwd: password updated successfully
Password changed for joe2
New password: Retype new password:
Bad password: too short
BAD PASSWORD: The password is shorter than 14 characters
Your password expires in 30 days
Token refreshed in 245ms
Token expires at 2026-11-15T07:13:22Z
token expired at 1700000000
API key created: see 1Password
api key id: 42
Access key ID: see the console
auth: oauth2
auth=none
auth_type = "oauth2"
authMethod: 'sha256'
author: joe2 <joe@example.com>
authority: https://login.example.com/v2
Authorization: Bearer \${token}
Authorization: Basic <credentials>
authorization_code
basicAuth(user, pass)
basicAuth("user", process.env.PASS)
new UsernamePasswordCredentials(user, password2)
btoa('hello world')
btoa(\`\${user}:\${pass}\`)
login("joe", password)
jwt.sign(payload, secret, { expiresIn: '1h' })
bcrypt.hash(password, 10)
crypto.randomBytes(32).toString('hex')
uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8
hash: 5d41402abc4b2a76b9719d911017c592
md5: 5d41402abc4b2a76b9719d911017c592
blake3 af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262
1234567890
0.1.2-beta.3
a1b2c3d4e5f6
ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)
User: joe, pass: true
user: joe, pass rate: 98.5
passed: 12, failed: 3
pass: 12 fail: 0
one pass over 300 files
first pass took 245ms
compass heading 270
bypass cache2
Wi-Fi: connected
parola del giorno
heslo je povinné
the mnemonic for this opcode is movq2
phrase: "a b c"
seed: 42
random_seed = 1234567
NODE_ENV=production PORT=3000 LOG_LEVEL=debug2
login: see docs/login.md for details
Login: GET /api/v1/login returns 200
login with github/oauth2 is broken in v2.1.0
log in as admin/editor2 to see the page
Login: alice / 2026-03-04
login is at /auth/login2
credentials are stored in ~/.aws/credentials
credentials with aws/sts-2024 profile
creds: vault/kv2 path secret/data/app1
Login: users/12345678
credentials: include
fetch(url, { credentials: 'same-origin' })
login: string; created_at: string
log in with SSO/SAML2.0 instead
the seed is 42
random_seed = 12345678
torch.manual_seed(20240101)
seed: 1f3ecaf1
np.random.seed(1234567)
db:seed users2024 done
faker.seed(987654321)
const seed = 'threadline-2026-test';
SEED=7 npm test
yarn seed:dev-db1
"seed": "abc123def456"
salt: "5f4dcc3b5aa765d61d8327deb882cf99"
password_salt = generate_salt()
bcrypt salt rounds: 12
_salt: 10
SALT_ROUNDS=12
pw: string
pw is None
pw = getpass()
pw = readline.question('Password: ')
pw: PasswordField;
const pw = passwords[0];
kw: value
let pw = await hash(input);
set password = new_password
set password for the new user = later
SET PASSWORD POLICY = 'strict'
connect to localhost user interface using websockets
connect to the db user table using prisma
stats auth endpoint: /v1
the stats auth:basic mode
session.auth = None
r.auth = (user, password)
requests.get(u, auth=(USER, PASS))
client.auth('openid', 'profile email')
.auth(Scope.Admin, 'read:all')
passport.auth('local', { session: false })
firebase.auth().signInWithEmailAndPassword(email, password)
signInWithEmailAndPassword(auth, form.email, form.password)
jwt.sign(payload, privateKey, { algorithm: 'RS256' })
jwt.sign({ id: user.id }, process.env.JWT_SECRET, { expiresIn: '7d' })
jwt.verify(token, secret)
jwt.decode(token, { complete: true })
jwt.decode(token, options={"verify_signature": False})
jwt.encode(payload, key, algorithm="HS256")
jwt.verify(token, getKey, { issuer: "https://acme.example/" })
crypto.createHmac('sha256', secret).update(body)
createHmac("sha256", process.env.WEBHOOK_SECRET!)
hmac.new(key, msg, hashlib.sha256).hexdigest()
Fernet(key).encrypt(data)
new ethers.Wallet(privateKey, provider)
new Wallet("MyWalletName")
privateKeyToAccount(generatePrivateKey())
Buffer.from('hello:world')
Buffer.from('héllo').toString('base64')
base64.b64encode(b"hello world")
btoa("a:b")
expect(screen.getByLabelText("password")).toBeInTheDocument()
t("password")
label("Password")
.password({ message: 'Passwords do not match' })
setPassword(event.target.value)
setPassword("")
hashPassword("plaintext")
z.string().password("weak")
resetPassword("user@example.com")
getByPlaceholder("password")
validatePassword('short')
withPassword(null)
<password encrypted="true">\${db.password}</password>
<password type="xs:string"/>
<key name="id" type="int">users_pkey</key>
<token type="keyword">function</token>
<cookie name="theme">dark</cookie>
<passwordPolicy minLength="8">strong</passwordPolicy>
{"name":"password","type":"string","required":true}
{"name":"password","in":"query","description":"The password","default":""}
{"name": "api_key", "in": "header", "type": "apiKey"}
{"name":"token","type":"string","default":"none"}
{"key":"password","label":"Password","value":""}
{"name":"DB_PASSWORD","slotSetting":false,"value":null}
{"name":"DB_PASSWORD","valueFrom":"arn:aws:ssm:us-east-1:123456789012:parameter/db/password"}
{"password":{"type":"string","minLength":8}}
{"api_key":{"description":"Key of the API","type":"string"}}
"token": { "value": "{color.blue.500}", "type": "color" }
"primary-key": {"value": "id", "type": "string"}
{"token":{"value":"#0f62fe","type":"color"}}
"sessionToken": {"type": "string", "value": "string"}
tokens: { primary: '#0f62fe', secondary: '#393939' }
const keys = { up: 'ArrowUp', down: 'ArrowDown' };
queryKeys: { users: ['users'], posts: ['posts'] }
cacheKeys = { user: 'user:v2:profile', list: 'user:v2:list' }
translationKeys: { title: "home.title2", body: "home.body2" }
secrets: { inherit: true }
secrets: { token: '\${{ secrets.GITHUB_TOKEN }}' }
const API_KEYS = { prod: process.env.PROD_KEY, dev: process.env.DEV_KEY };
passwords: { min: 8, max: 64 }
keys: ["id", "createdAt2", "updated_at"]
foreign_keys: [user_id, post_id]
char password[64];
char password[MAX_LEN] = {0};
char *key[] = { "one", "two" };
const char key[] = "user_id_2";
tokens[0] = "hello1"
keys[3] = 'abc-def-1'
key <- "sample_id"
token <- tokens[[1]]
password <- readline("Password: ")
secret <- Sys.getenv("SECRET")
key<-paste0("chr", 1:22)
if (key<-1) return
let key = String::from("user_id");
let token = String::from("bearer");
Some("token")
password: Some("")
token: Some(token)
let secret = Some(config.secret.clone());
set key value && echo done
export TOKEN=$(cat token)&& run
if (token&& user) {
a && b && key == 1
proxy_set_header Authorization $http_authorization;
proxy_set_header Authorization "";
add_header Authorization "Bearer $token";
the Authorization "header" is missing
Authorization 'Bearer' scheme
http_auth = "basic"
manual entry key: this will open next
if username and password must be set, then say so
parsed username and password will now be decoded
echo yes | sudo cryptsetup luksFormat /dev/sdb
echo "x" | grep passwd
echo "hello" > token.txt
echo $TOKEN > /run/secrets/api_token
echo "done" > passwords_test.log
"--password", "--user"
args: ["--token", "value"]
["mysql", "-uroot", "-p"]
['create_superuser(', 'create_user(']
INSERT INTO users (name, email) VALUES ('bob', 'bob@example.org');
INSERT INTO keys (key, value) VALUES ('theme', 'dark-mode-2');
INSERT INTO users (name, password) VALUES (?, ?), ($1, $2), (:name, :password)
mnemonic: legal winner thank
a phrase that means more than one thing and the rest of it is what people say
enable secret scanning in the settings
snmpwalk -v3 -l noAuthNoPriv -u bob host
useradd -m -p bob
["docker", "run", "-p", "8080:80", "x"]
["mysql", "-u", "root", "-p", "app_2"]
args:↵  - --token↵  - name↵
- --password↵- --user
`;
