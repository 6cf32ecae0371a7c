/** The lines of a page up to its body. `title` is HTML already; nothing is asked of another site, and none is told of this page. */
export function headLines({ policy, title, style }: { policy: string; title: string; style: string }): string[] {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="generator" content="threadline">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    '</head>',
  ];
}
