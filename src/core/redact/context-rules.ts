import type { RedactionRule } from './rule.ts';

// Quotes may be in JSON inside a text, behind one backslash or more: \\{0,3}["'].

/** Words in a name that make its value secret. */
const SECRET_NAMES = [
  ...['api_key', 'apikey', 'apiKey', 'ApiKey', 'API_KEY', 'api-key', 'access_key', 'accessKey', 'ACCESS_KEY'],
  ...['secret', 'Secret', 'SECRET', 'token', 'Token', 'TOKEN'],
  ...['password', 'Password', 'PASSWORD', 'passwd', 'PASSWD'],
];

/** Placeholders that people write instead of a password. */
const PLACEHOLDER =
  /^(?:\*{1,200}|[xX.]{1,200}|\$.{0,200}|%.{0,200}|<.{0,200}|\{.{0,200}|password|pass|secret|token)$/i;

/** Secrets without a form of their own, recognised by the text before them. */
export const contextRules: readonly RedactionRule[] = [
  {
    name: 'aws-secret',
    keywords: ['aws_secret_access_key', 'AWS_SECRET_ACCESS_KEY', 'SecretAccessKey', 'secretAccessKey'],
    pattern: /\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/y,
    begins: 'after',
    isAnywhere: true,
    isByContext: true,
    except: /EXAMPLEKEY$/,
  },
  {
    name: 'azure-account-key',
    keywords: ['AccountKey='],
    pattern: /([A-Za-z0-9+/]{86}==)/y,
    begins: 'after',
    isAnywhere: true,
    isByContext: true,
  },
  {
    name: 'url-password',
    keywords: ['://'],
    pattern: /:\/\/[^\s/?#@:"'<>\\]{0,100}:([^\s/?#@"'<>\\]{3,200})(?=@[A-Za-z0-9[])/y,
    isAnywhere: true,
    isByContext: true,
    leastDifferent: 3,
    except: PLACEHOLDER,
  },
  {
    name: 'auth-header',
    keywords: ['uthorization', 'UTHORIZATION'],
    pattern:
      /\\{0,3}["']?\s{0,2}[:=]\s{0,3}\\{0,3}["']?(?:[Bb]earer|[Bb]asic|[Tt]oken)\s{1,3}([\w.~+/=-]{15,4000}[\w~+/=-])/y,
    begins: 'after',
    isAnywhere: true,
    isByContext: true,
    isMixed: true,
  },
  {
    name: 'assignment',
    keywords: SECRET_NAMES,
    pattern: /[\w-]{0,20}\\{0,3}["']?\s{0,3}(?::=|=>|=|:)\s{0,3}\\{0,3}["'`]([^\s"'`\\]{16,200})(?=\\{0,3}["'`])/y,
    begins: 'after',
    isAnywhere: true,
    isByContext: true,
    isMixed: true,
    leastEntropy: 3.5,
  },
  {
    name: 'env-value',
    keywords: ['KEY=', 'TOKEN=', 'SECRET=', 'PASSWORD=', 'PASSWD='],
    // A full stop after the value belongs to the sentence. A text with a variable or a call in it is not a value.
    pattern:
      /([A-Za-z0-9][!#%*+./0-9:?@A-Z^_a-z|~-]{14,198}[#%*+/0-9@A-Z^_a-z|~-]={0,2})(?=[.:!?]{0,3}(?![!#%*+./0-9:=?@A-Z^_a-z|~$<({[-]))/y,
    begins: 'after',
    isAnywhere: true,
    isByContext: true,
    isMixed: true,
    leastEntropy: 3.7,
    except: /:\/\//,
  },
];
