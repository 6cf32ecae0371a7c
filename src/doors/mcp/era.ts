import { isObject, type JsonObject } from '../../core/lines/json.ts';
import { FAULT_CODES, RequestFault } from '../../machine/rpc/request-fault.ts';

/** The versions of the protocol that begin with `initialize`, the newest first. What is used of it is the same in all. */
const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
/** The versions without a handshake: each request carries an envelope with the version and the client. */
const ENVELOPE_VERSIONS = ['2026-07-28'];

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const SERVER = 'io.modelcontextprotocol/serverInfo';

/** What a server says of itself. */
export interface ServerFacts {
  name: string;
  version: string;
  capabilities: object;
}

/** One of the two ways in which clients speak. The first request of a connection decides which one it is. */
export interface Era {
  /** The methods that belong to the way of speaking itself. */
  methods: Readonly<Record<string, (params: JsonObject) => object>>;
  /** Checks a request before it is answered, and returns the name that the client gave itself. */
  client(method: string, params: JsonObject): string | undefined;
  /** The answer as it is sent. */
  answer(method: string, result: object): object;
}

/** The way in which a client speaks whose first request has these parameters. */
export function eraOf(params: JsonObject, server: ServerFacts): Era {
  return envelopeOf(params)[VERSION] === undefined ? handshakeEra(server) : envelopeEra(server);
}

function envelopeOf({ _meta }: JsonObject): JsonObject {
  return isObject(_meta) ? _meta : {};
}

function nameIn(clientInfo: unknown): string | undefined {
  return isObject(clientInfo) && typeof clientInfo.name === 'string' ? clientInfo.name : undefined;
}

/** Versions up to 2025-11-25: `initialize` names the client and agrees on a version. */
function handshakeEra({ name, version, capabilities }: ServerFacts): Era {
  let client: string | undefined;
  return {
    methods: {
      initialize({ protocolVersion, clientInfo }) {
        if (typeof protocolVersion !== 'string')
          throw new RequestFault(FAULT_CODES.invalidParams, 'no protocolVersion');
        client = nameIn(clientInfo) ?? client;
        const isKnown = HANDSHAKE_VERSIONS.includes(protocolVersion);
        return {
          protocolVersion: isKnown ? protocolVersion : HANDSHAKE_VERSIONS[0],
          capabilities,
          serverInfo: { name, version },
        };
      },
    },
    client: () => client,
    answer: (_, result) => result,
  };
}

/** Since 2026-07-28: no handshake, no session; `server/discover` says what there is. */
function envelopeEra({ name, version, capabilities }: ServerFacts): Era {
  /** Lists and resources may be kept by clients. Ours change with every session that an agent writes. */
  const isKept = (method: string) => /\/(?:discover|list|read)$/.test(method);
  return {
    methods: { 'server/discover': () => ({ supportedVersions: ENVELOPE_VERSIONS, capabilities }) },
    client(_, params) {
      const envelope = envelopeOf(params);
      const requested = envelope[VERSION];
      if (typeof requested !== 'string') {
        const message = `Request is missing the required _meta envelope for protocol revision ${ENVELOPE_VERSIONS[0]}`;
        throw new RequestFault(FAULT_CODES.invalidParams, message);
      }
      if (!ENVELOPE_VERSIONS.includes(requested)) {
        const data = { supported: ENVELOPE_VERSIONS, requested };
        throw new RequestFault(FAULT_CODES.unsupportedVersion, 'Unsupported protocol version', data);
      }
      return nameIn(envelope[CLIENT]);
    },
    answer: (method, result) => ({
      ...result,
      resultType: 'complete',
      ...(isKept(method) && { ttlMs: 0, cacheScope: 'private' }),
      _meta: { [SERVER]: { name, version } },
    }),
  };
}
