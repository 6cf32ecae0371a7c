/**
 * The protocol between collectors and gateways: HTTP/1.1 with JSON unless stated otherwise. A request has
 * `Authorization: Bearer TOKEN`. Tenant and machine come from the token alone.
 *
 * `POST /v1/sources` with `{sources: RawSource[]}`, at most `maxSourcesAtOnce`, answers `{sources: SourceHead[]}`; 422
 * with `{reason, index}` if one of them is invalid, and then none is taken.
 *
 * `PUT /v1/sources/ID/segments/START` with the packed bytes (`application/zstd`) and the headers below answers 200 with
 * `{head}`; 409 with `{head}` if START is not the head; 410 if the source was forgotten; 404 if it is not the
 * machine's; 413 if the packed body is over `maxGatewayBodyBytes`; 422 with `{reason}` if it cannot be what it says;
 * 429 and 503 with `Retry-After`; 401 if the token is unknown or revoked. A body unpacks to whole lines: its last byte
 * is a newline.
 *
 * Every answer to a known token has the header `threadline-epoch`. If it is not the one of before, the archive was restored:
 * heads may be earlier than those that were told, so all sources are asked about again. `POST /v1/sources` with no source asks
 * for the epoch alone.
 *
 * `GET /v1/policy` answers the policy that holds for the machine: `{version, modes, redaction}` (`collect-policy.ts`). Every answer to
 * a known token has the header `threadline-policy`, its version: a collector that knows another one asks before it sends on.
 *
 * `GET /health` answers 200 or 503, `GET /metrics` in the format of Prometheus. Neither requires a token or tells
 * names.
 */
export const protocol = {
  sources: '/v1/sources',
  policy: '/v1/policy',
  segment: (source: string, start: number): string => `/v1/sources/${encodeURIComponent(source)}/segments/${start}`,
  /** The number of bytes of the original file that the segment stands for. */
  sizeHeader: 'threadline-size',
  /** The version of the redaction rules; absent if nothing was redacted. */
  redactionHeader: 'threadline-redaction',
  /** `Segment.marker`. The answer of `POST /v1/sources` repeats it while its segment is the last one. */
  markerHeader: 'threadline-marker',
  /** The machine within a group, such as CI runners, for a group's token. It is added to the token's own name. */
  machineHeader: 'threadline-machine',
  epochHeader: 'threadline-epoch',
  policyHeader: 'threadline-policy',
  packedType: 'application/zstd',
} as const;
