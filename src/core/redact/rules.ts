import { contextRules } from './context-rules.ts';
import { endOfPrivateKey } from './private-key.ts';
import type { RedactionRule } from './rule.ts';

/** Secrets recognised by their own form. Nearly all begin with a name. */
const tokenRules: readonly RedactionRule[] = [
  { name: 'anthropic', keywords: ['sk-ant-'], pattern: /sk-ant-[a-z]{2,8}\d{2}-[\w-]{24,200}/y },
  {
    name: 'openai',
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    pattern: /sk-(?:proj|svcacct|admin|None)-[\w-]{32,200}/y,
  },
  // OpenAI before 2024, DeepSeek, Moonshot, OpenRouter.
  { name: 'sk-key', keywords: ['sk-'], pattern: /sk-(?:or-v1-)?[A-Za-z0-9]{32,64}(?![\w-])/y, isMixed: true },
  {
    name: 'github-token',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: /gh[pousr]_[A-Za-z0-9]{36,255}/y,
    isAnywhere: true,
  },
  {
    name: 'github-fine',
    keywords: ['github_pat_'],
    pattern: /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/y,
    isAnywhere: true,
  },
  {
    name: 'gitlab',
    keywords: ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-'],
    pattern: /gl(?:pat|dt|rt|cbt|ptt)-[\w-]{20,300}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7})?/y,
  },
  {
    name: 'aws-key-id',
    keywords: ['AKIA', 'ASIA'],
    pattern: /A[KS]IA[A-Z2-7]{16}(?![A-Za-z0-9])/y,
    except: /EXAMPLE$/,
  },
  { name: 'google-api', keywords: ['AIza'], pattern: /AIza[\w-]{35}(?![\w-])/y },
  {
    name: 'google-oauth',
    keywords: ['ya29.', 'GOCSPX-'],
    pattern: /(?:ya29\.[\w-]{30,400}|GOCSPX-[\w-]{28})/y,
  },
  {
    name: 'azure-secret',
    keywords: ['Q~'],
    pattern: /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/y,
    begins: (_text, keywordAt) => keywordAt - 4,
  },
  {
    name: 'slack',
    keywords: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxe-', 'xoxe.', 'xoxs-', 'xoxr-', 'xapp-'],
    pattern: /(?:xox[abeprs](?:\.xox[bp])?|xapp)-[\w-]{20,250}/y,
  },
  {
    name: 'slack-webhook',
    keywords: ['hooks.slack.com/'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w+/]{40,90}/y,
    isAnywhere: true,
  },
  {
    name: 'stripe',
    keywords: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
    pattern: /(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,200}|whsec_[A-Za-z0-9+/=]{32,64})/y,
  },
  { name: 'npm', keywords: ['npm_'], pattern: /npm_[A-Za-z0-9]{36}(?!\w)/y },
  {
    name: 'pypi',
    keywords: ['pypi-AgEIcHlwaS5vcmc'],
    pattern: /pypi-AgEIcHlwaS5vcmc[\w-]{50,1000}/y,
    isAnywhere: true,
  },
  { name: 'huggingface', keywords: ['hf_'], pattern: /hf_[A-Za-z]{34}(?!\w)/y },
  { name: 'perplexity', keywords: ['pplx-'], pattern: /pplx-[A-Za-z0-9]{48}(?!\w)/y },
  { name: 'groq-xai', keywords: ['gsk_', 'xai-'], pattern: /(?:gsk_[A-Za-z0-9]{52}|xai-[A-Za-z0-9]{80})(?!\w)/y },
  { name: 'sendgrid', keywords: ['SG.'], pattern: /SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/y },
  { name: 'telegram', keywords: [':AA'], pattern: /\d{8,10}:AA[\w-]{33}(?![\w-])/y, begins: digitsBefore },
  {
    name: 'digitalocean',
    keywords: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: /do[opr]_v1_[a-f0-9]{64}/y,
    isAnywhere: true,
  },
  { name: 'docker', keywords: ['dckr_pat_', 'dckr_oat_'], pattern: /dckr_[po]at_[\w-]{27,64}/y, isAnywhere: true },
  { name: 'vault', keywords: ['hvs.', 'hvb.'], pattern: /hv[sb]\.[\w-]{90,300}/y },
  { name: 'shopify', keywords: ['shpat_', 'shpca_', 'shppa_'], pattern: /shp(?:at|ca|pa)_[a-fA-F0-9]{32}(?!\w)/y },
  { name: 'linear', keywords: ['lin_api_'], pattern: /lin_api_[A-Za-z0-9]{40}(?!\w)/y },
  {
    name: 'age-key',
    keywords: ['AGE-SECRET-KEY-1'],
    pattern: /AGE-SECRET-KEY-1[0-9A-Z]{58}/y,
    isAnywhere: true,
  },
  { name: 'jwt', keywords: ['eyJ'], pattern: /eyJ[\w-]{15,2000}\.eyJ[\w-]{15,8000}\.[\w-]{10,2000}/y },
  {
    name: 'private-key',
    keywords: ['-----BEGIN '],
    pattern: /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y,
    endsAt: endOfPrivateKey,
    isAnywhere: true,
  },
];

function digitsBefore(text: string, keywordAt: number): number {
  let at = keywordAt;
  while (at > 0 && keywordAt - at < 10 && /\d/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** All rules. If two match at one position, the earlier one names the secret. */
export const redactionRules: readonly RedactionRule[] = [...tokenRules, ...contextRules];
