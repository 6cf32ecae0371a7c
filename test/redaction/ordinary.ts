import { createCharacters } from '../made-characters.ts';
import { LOOK_ALIKES } from './look-alikes.ts';

/** Lines of agents' work that hold no secret. `{hex:40}` and the like are made anew each round. */
const LINES = `
commit {hex:40}
index {hex:7}..{hex:7} 100644
      "integrity": "sha512-{b64:86}==",
{hex:64}  dist/app.tar.gz
FROM node@sha256:{hex:64}
{"session_id":"{uuid}","uuid":"{uuid}"}
{"type":"tool_use","id":"toolu_01{an:22}","name":"Bash"}
"call_id": "call_{an:24}"
"request_id":"req_011C{an:20}"
"signature": "Er{b64:200}"
"encrypted_content":"gAAAAAB{an:180}"
"thoughtSignature":"{b64:160}"
<img src="data:image/png;base64,iVBORw0KGgo{b64:300}">
assets/index-{an:8}.js   143.2 kB │ gzip: 46.1 kB
API_KEY=your-api-key
GITHUB_TOKEN=<token>
DB_PASSWORD=changeme
API_TOKEN=$API_TOKEN
password: $\{{ secrets.DB_PASSWORD }}
password = var.db_password
Authorization: Bearer <your-token>
curl -H "Authorization: Bearer $TOKEN" https://api.example.com
postgres://user:password@localhost:5432/db
PASSWORD=********
token=[redacted:github-token]
  password: string;
const token = await getToken(user.id);
const apiKey = process.env.OPENAI_API_KEY;
api_key = os.environ.get("API_KEY")
this.password = password;
return { accessToken, refreshToken };
"max_tokens":8192,"temperature":0.7
token_type: "Bearer"
<input type="password" id="password" name="password" required />
password: z.string().min(8, "at least 8")
secretKeyRef: { name: db, key: password }
"password": "Passwort"
cacheKey: "posts-v2-en"
idempotencyKey: "{uuid}"
ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB{b64:300} bob@host
if (pem.startsWith("-----BEGIN PRIVATE KEY-----")) return true;
traceparent: 00-{hex:32}-{hex:16}-01
mysql -h db -P 3306 -u root -p
docker run -p 8080:80 -u 1000:1000 app
The token is invalid or has expired.
Password must contain 1 uppercase letter and 2 digits.
PASS src/auth/token.test.ts (5.123 s)
git@github.com:team/app.git
GET /api/tokens?page=2&sort=key 200 12ms
feature/api-key-rotation-2024
/home/me/work/secrets/token-service/v2/key.ts
the cache key {hex:40} was not found
token count   4096
key          value
Authorization: header is missing in the request
the token {hex:40} is the hash of the commit
Password for the new user: ask the administrator
curl -u https://example.com:8080
const maxTokens int = 4096
`;

const CLASSES: Readonly<Record<string, string>> = {
  an: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  hex: '0123456789abcdef',
  b64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
};

/** Lines that have to stay as they are. */
export function ordinaryLines(seed: number, rounds = 20): string[] {
  const { characters } = createCharacters(seed);
  const hex = (count: number) => characters(count, CLASSES.hex);
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  const fill = (line: string) =>
    line
      .replaceAll('\\{{', '{{')
      .replaceAll('{uuid}', uuid)
      .replaceAll(/\{(an|hex|b64):(\d+)\}/g, (_, name: string, length: string) =>
        characters(Number(length), CLASSES[name]),
      );
  const alike = LOOK_ALIKES.trim()
    .split('\n')
    .map((line) => line.replaceAll('↵', '\n'));
  return [...alike, ...Array.from({ length: rounds }, () => LINES.trim().split('\n').map(fill)).flat()];
}
