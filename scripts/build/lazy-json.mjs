/**
 * A plugin for Rolldown: a list in a file of JSON is read when it is asked for. The prices are five hundred objects, which
 * each command that may tell a cost made at its start.
 */
export const lazyJson = {
  name: 'lazy-json',
  transform: (code, id) => (id.endsWith('.json') ? { code: lazyTable(code), moduleType: 'js' } : null),
};

export function lazyTable(json) {
  const fields = Object.entries(JSON.parse(json)).map(([name, value]) =>
    Array.isArray(value) ? lazyField(name, value) : `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `const known={};export default {${fields.join(',')}};`;
}

function lazyField(name, value) {
  const key = JSON.stringify(name);
  return `get ${key}(){return known[${key}]??=JSON.parse(${JSON.stringify(JSON.stringify(value))})}`;
}
