/** A request that cannot be answered, with the status and the code that the page gets. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export const notFound = () => new RequestError(404, 'not-found');
export const badRequest = () => new RequestError(400, 'bad-request');
