/** The package starts an agent: it runs on the server as it is, and is not bundled there. */
const config = { serverExternalPackages: ['threadline'] };

export default config;
