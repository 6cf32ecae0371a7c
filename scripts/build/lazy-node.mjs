const MARK = '\0lazy:';

/** What is looked up by name, and as good as a function. */
const TABLES = ['constants', 'STATUS_CODES'];

const isNode = (path) => typeof path === 'string' && path.startsWith('node:');

/**
 * A plugin for Rolldown: a module of Node is loaded when one of its functions is called. A static import makes Node prepare
 * all that the module could export, and a command pays for that before it begins.
 */
export const lazyNode = {
  name: 'lazy-node',
  isLazy: (id) => id.startsWith(MARK),
  /** What is imported when it is needed is lazy already. */
  resolveDynamicImport: (path) => (isNode(path) ? { id: path, external: true } : null),
  resolveId: (path) => (isNode(path) ? `${MARK}${path}` : undefined),
  load: (id) =>
    id.startsWith(MARK) ? { code: lazyModule(id.slice(MARK.length)), moduleSideEffects: false } : undefined,
};

/** The functions of a module of Node. What is not imported by name is left out by the bundler. */
function lazyModule(path) {
  const load = `(loaded ??= process.getBuiltinModule(${JSON.stringify(path)}))`;
  const exports = Object.entries(process.getBuiltinModule(path))
    .filter(([key]) => key !== 'default')
    .map(([key, value]) => {
      const isPlainFunction = typeof value === 'function' && /^[a-z]/.test(key);
      if (TABLES.includes(key)) {
        return `export const ${key} = /* @__PURE__ */ new Proxy({}, { get: (_, key) => ${load}.${key}[key] });`;
      }
      return isPlainFunction
        ? `export const ${key} = (...values) => ${load}.${key}(...values);`
        : `export const ${key} = /* @__PURE__ */ (() => ${load}.${key})();`;
    })
    .join('\n');
  return `let loaded;\n${exports}`;
}
