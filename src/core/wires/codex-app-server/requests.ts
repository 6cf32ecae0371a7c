import type { RpcSides } from '../rpc-requests.ts';

/** What a request or a notification is about. */
export interface Asked {
  method: string;
  thread_id?: string | undefined;
  turn_id?: string | undefined;
  item_id?: string | undefined;
}

/** What the server asks of the client, in all versions. */
const OF_SERVER =
  /\/requestApproval$|\/requestUserInput$|\/elicitation\/request$|^item\/tool\/call$|Approval$|^currentTime\/read$|^attestation\/generate$|\/chatgptAuthTokens\/refresh$/;

/** What clients answer. The server's own answers have none of these. */
const ANSWERS = ['decision', 'answers', 'action', 'permissions', 'contentItems'];

export const serverSides: RpcSides = {
  isOfClient: (method, id) => (id === undefined ? method === 'initialized' : !OF_SERVER.test(method)),
  isAnswerOfClient: (result) => ANSWERS.some((name) => name in result),
};
