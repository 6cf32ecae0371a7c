import { createRequire } from 'node:module';

/** A message type of the official protocol, as protobufjs makes it. */
interface ProtoType {
  fromObject(value: object): object;
  verify(value: object): string | null;
  encode(value: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(value: object, options: object): object;
}

const require = createRequire(import.meta.url);
const { opentelemetry } = require('@opentelemetry/otlp-transformer/build/src/generated/root.js');
const { trace, logs, metrics } = opentelemetry.proto.collector;
const TYPES: Record<string, ProtoType> = {
  resourceSpans: trace.v1.ExportTraceServiceRequest,
  resourceLogs: logs.v1.ExportLogsServiceRequest,
  resourceMetrics: metrics.v1.ExportMetricsServiceRequest,
};
const ID_FIELDS = new Set(['traceId', 'spanId', 'parentSpanId']);

/**
 * A body through the official binary form and back. A field that the protocol does not know is lost on the way, a value of
 * the wrong type is an error: what comes back equal was understood whole.
 */
export function throughProtobuf(body: object): object {
  const [kind = ''] = Object.keys(body);
  const type = TYPES[kind];
  if (!type) throw new Error(`no body has ${kind}`);
  const made = type.fromObject(mapIds(body, (id) => Buffer.from(id, 'hex').toString('base64')));
  const wrong = type.verify(made);
  if (wrong !== null) throw new Error(wrong);
  const read = type.toObject(type.decode(type.encode(made).finish()), { longs: String, bytes: String });
  return mapIds(read, (id) => Buffer.from(id, 'base64').toString('hex'));
}

/** OTLP writes ids in hexadecimal digits where protobuf's JSON has base64. */
function mapIds(value: object, change: (id: string) => string): object {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      ID_FIELDS.has(key) && typeof inner === 'string' ? change(inner) : inner,
    ),
  );
}
