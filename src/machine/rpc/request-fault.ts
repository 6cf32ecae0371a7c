/** Codes of JSON-RPC, and those that protocols over it add. */
export const FAULT_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  resourceNotFound: -32002,
  unsupportedVersion: -32022,
};

/** A fault that the asking program caused. The message is told to it. */
export class RequestFault extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
