import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type OpenIdAccount = { sub: string; email: string; email_verified?: boolean };

type Hop = { location: string | null; text: string };

/**
 * A certified OpenID provider on loopback, from the package `oidc-provider`, and a person who signs in there with their own
 * browser. `accounts` has the accounts by login; tests can change it.
 */
export async function openOpenIdProvider(accounts: Map<string, OpenIdAccount>, redirectUri: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = { id: 'proofmail', secret: 'a-secret-of-the-test-with-32-bytes' };
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'] },
    cookies: { keys: ['a-key-of-the-test'] },
    findAccount: (_, login) => {
      const account = accounts.get(login);
      return account && { accountId: login, claims: async () => ({ ...account }) };
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    // Unlike Google's and Microsoft's, the library's pages have no list of accounts. People choose one by signing in.
    request.url = request.url?.replace('prompt=select_account', 'prompt=login');
    void answer(request, response);
  });

  return {
    issuer,
    client,
    /** Signs in with this login on the provider's pages and agrees. @returns the path back to us */
    async agree(authorizeUrl: string, login: string): Promise<string> {
      const cookies = new Map<string, string>();
      const hop = async (url: string, form?: Record<string, string>): Promise<Hop> => {
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          if (name) cookies.set(name, value ?? '');
        }
        return { location: response.headers.get('location'), text: await response.text() };
      };
      let at = authorizeUrl;
      for (let hops = 0; hops < 20; hops += 1) {
        let { location, text } = await hop(at);
        const action = /action="([^"]+)"/.exec(text)?.[1];
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
        if (!location && action && prompt)
          ({ location } = await hop(action, { prompt, login, password: 'any' }));
        if (!location) throw new Error(`The provider answered: ${text.slice(0, 300)}`);
        at = new URL(location, at).href;
        if (at.startsWith(redirectUri)) return at.slice(new URL(at).origin.length);
      }
      throw new Error('The provider did not lead back.');
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
