import { installAgent } from './agents.ts';

const VERSION = '0.163.0';

// The SDK's declarations name MCP's content blocks but do not bring them; without them they would be `any`.
const PACKAGES = [`@openai/codex-sdk@${VERSION}`, '@modelcontextprotocol/sdk@1.24.0'];

export const OFFICIAL_SDK = `@openai/codex-sdk ${VERSION}`;

/** Installs the official SDK, without the agent, on first use. Gives why where it cannot be had. */
export function installOfficialSdk(): Promise<string | { skip: string }> {
  return installAgent(`sdk-${VERSION}`, PACKAGES, { omitOptional: true });
}
