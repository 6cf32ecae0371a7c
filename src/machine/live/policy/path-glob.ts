/** Matches whole paths: `*` and `?` within a folder, `**` through any number of them. */
export function pathGlob(pattern: string): RegExp {
  let source = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (pattern.startsWith('**/', at) && (at === 0 || pattern[at - 1] === '/')) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (pattern.startsWith('**', at)) {
      source += '.+';
      at += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else source += character.replace(/[\\^$.|+()[\]{}]/, '\\$&');
  }
  return new RegExp(`^${source}$`, 'su');
}
