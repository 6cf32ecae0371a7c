/** The first words of kinds that the wire has. Each has more kinds from version to version. */
const FAMILIES = new Set(
  (
    'agent background config context cron file_history full_compaction goal hook interaction llm mcp micro_compaction ' +
    'permission plan_mode plugin profile prompt runtime session skill subagent swarm_mode task token_counting tools turn usage'
  ).split(' '),
);

/** True for a kind of the wire: `tools.update_store`, `llm.request`. */
export function isBookkeeping(type: unknown): boolean {
  if (typeof type !== 'string') return false;
  const end = type.indexOf('.');
  return type === 'forked' || (end > 0 && FAMILIES.has(type.slice(0, end)));
}
