export type Message = Record<string, unknown>;
export function protocolOf(messages: readonly Message[]): 'acp' | 'codex' | 'claude';
export function nameOf(message: Message, protocol: string): string;
export function promptOf(message: Message): string | undefined;
