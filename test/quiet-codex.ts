/** The configuration of a Codex that talks to a scripted model only: what would go out to the network is turned off. */
export function quietCodex({ model, url, settings = '', tables = '', retries = 0 }: QuietCodex): string {
  return `model = "${model}"
model_provider = "mock"
check_for_update_on_startup = false
${settings}
[model_providers.mock]
name = "mock"
base_url = "${url}"
wire_api = "responses"
env_key = "MOCK_API_KEY"
request_max_retries = 0
stream_max_retries = ${retries}

[analytics]
enabled = false

[feedback]
enabled = false

[otel]
exporter = "none"

[features]
plugins = false
remote_plugin = false
apps = false
plugin_sharing = false
tool_suggest = false
plugin_discovery_prefetch = false
remote_models = false
${tables}`;
}

export interface QuietCodex {
  model: string;
  /** The address of the scripted model. */
  url: string;
  /** Further lines before the first table. */
  settings?: string;
  /** Further tables. */
  tables?: string;
  /** How often a stream that broke off is asked for again. */
  retries?: number | undefined;
}
