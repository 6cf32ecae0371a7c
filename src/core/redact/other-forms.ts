/** Addresses of webhooks, hashes of passwords, our own tokens and those of many: lines as in `vendors.ts`. */
export const OTHER_FORMS = `
slack-webhook hooks.slack.com/(services|workflows|triggers)/{ps:40,90} *
discord-webhook discord(app)?.com/api/webhooks/{d:17,20}/<{u:60,80} *
teams-webhook webhook.office.com/webhookb2/<{ph:80,300} *
teams-webhook outlook.office.com/webhook/<{ph:80,300} *
zapier-webhook hooks.zapier.com/hooks/catch/<{ps:12,60} *
make-webhook hook.(eu1.|eu2.|us1.|us2.)?make.com/<{lo:32} *
wecom-webhook qyapi.weixin.qq.com/cgi-bin/webhook/send?key=<{u:36} *
feishu-webhook open.(feishu.cn|larksuite.com)/open-apis/bot/v2/hook/<{u:36} *
ifttt-webhook maker.ifttt.com/trigger/{u:1,60}/(json/)?with/key/<{u:22,60} *
logic-apps logic.azure.com:443/workflows/<{ph:80,400} *
bcrypt $2[abxy]\${d:2}\${c:53} *
crypt-hash $[156y]\${c:1,20}\${c:1,30}\${c:22,90} *
crypt-hash $[156]\${c:1,20}\${c:22,90} *
crypt-hash $apr1\${c:1,10}\${c:22} *
crypt-hash $argon2(id|i|d)\${cv:20,300} *
crypt-hash pbkdf2_sha(1|256|512)\${d:3,8}\${c:8,40}\${b64:20,100}={0,2}
crypt-hash scrypt:{d:4,8}:{d:1,2}:{d:1,2}\${c:8,40}\${hx:60,200}
crypt-hash {SSHA(256|512)?}{b64:28,120}={0,2} *
private-key-base LS0tLS1CRUdJTiB(SU0EgUFJJVkFURS|QUklWQVRFIEtFW|FQyBQUklWQVRF|PUEVOU1NIIFBSSVZBVE|FTkNSWVBURUQgUFJJVkFURS|EU0EgUFJJVkFURS|QR1AgUFJJVkFURS){b64:40,12000}={0,2} *
private-key-base b3BlbnNzaC1rZXktdjEA{b64:100,12000}={0,2} *
docker-auth eyJhdXRocyI6{b64:20,8000}={0,2} *
threadline tl_{u:43}
jwt eyJ{u:15,2000}.eyJ{u:15,8000}.{u:10,2000}
jwt eyJ{u:15,2000}.{u:24,8000}.{u:20,2000}
jwt eyJ{u:15,2000}.{u:0,2000}.{u:12,200}.{u:20,8000}.{u:16,100}
google-oauth-code 4/0A{u:60,100}
django django-insecure-{dj:40,60}
mattermost-webhook /hooks/<{lo:26} *
dbt dbt[cu]_{u:36,60}
endor endr+{u:16}
brave BSA{u:28} m
context-seven ctx7sk-{HX:8}-{HX:4}-{HX:4}-{HX:4}-{HX:12}
daytona dtn_{hx:64}
socket sktsec_{u:40,80}
`;
