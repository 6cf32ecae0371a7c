/** The answer of a page, after all redirects. */
export interface Page {
  url: URL;
  status: number;
  text: string;
  headers: Headers;
}

/** As much of a browser as a login needs: cookies by origin, redirects, forms. */
export interface Browser {
  cookies: Map<string, Map<string, string>>;
  get(url: string): Promise<Page>;
  post(url: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Page>;
  /** Follows redirects only as far as this says. */
  hop(url: string, init?: RequestInit): Promise<Response>;
  /** Opens a page that wants a login, and logs in at the provider. */
  login(url: string, person: string): Promise<Page>;
}

export function createBrowser(): Browser {
  const cookies: Browser['cookies'] = new Map();

  async function hop(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie && { cookie }) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      if (value.join('=') === '' || /Max-Age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return answer;
  }

  async function follow(url: string, init?: RequestInit): Promise<Page> {
    let [place, answer] = [url, await hop(url, init)];
    for (let hops = 0; answer.headers.has('location') && hops < 20; hops += 1) {
      place = new URL(answer.headers.get('location') ?? '', place).href;
      answer = await hop(place);
    }
    return { url: new URL(place), status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    follow(url, {
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin, ...headers },
    });

  return {
    cookies,
    hop,
    get: follow,
    post,
    async login(url, person) {
      let page = await follow(url);
      for (let step = 0; step < 5; step += 1) {
        const action = /<form[^>]* action="([^"]*\/interaction\/[^"]*)"/.exec(page.text)?.[1];
        if (action === undefined) return page;
        const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? '';
        page = await post(new URL(action, page.url).href, { prompt, login: person, password: 'x' });
      }
      return page;
    },
  };
}
