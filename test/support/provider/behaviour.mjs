// What an authorization server does otherwise for one client, so that tests beside each other do not meet, and what each
// client asked of it.

/**
 * @typedef Behaviour
 * @property {number} [seconds] how long access tokens last
 * @property {boolean} [isGuarded] its pages cut the window off from who opened it (COOP)
 * @property {number} [personTakesMs] its pages answer themselves after this time, as somebody does who sits before them
 * @property {'yes' | 'no' | 'close'} [answer] what that person says when they are asked for consent; or they close the window
 * @property {number} [cuts] so many answers of the token endpoint get lost on the way
 */

export class Behaviours {
  /** @type {Map<string, Behaviour>} */
  #byName = new Map();
  /** @type {{ client: string | undefined, entry: { what: string, status?: number } }[]} */
  #log = [];
  seconds = 3600;

  /** @param {{ clientName?: string } | undefined} client @returns {Behaviour} */
  of(client) {
    return { seconds: this.seconds, ...this.#byName.get(client?.clientName ?? '') };
  }

  change(name, behaviour) {
    this.#byName.set(name, { ...this.#byName.get(name), ...behaviour });
  }

  note(client, entry) {
    this.#log.push({ client: client?.clientName, entry });
  }

  logOf(name) {
    return this.#log.filter(({ client }) => client === name).map(({ entry }) => entry);
  }

  /** Notes what the token endpoint was asked, and loses its answers where it is to. */
  watch(provider) {
    provider.use(async (ctx, next) => {
      await next();
      if (ctx.path !== '/token' || ctx.method !== 'POST') return;
      const { client, params } = ctx.oidc;
      this.note(client, { what: params?.grant_type, status: ctx.status });
      const { cuts = 0 } = this.of(client);
      if (cuts === 0) return;
      this.change(client.clientName, { cuts: cuts - 1 });
      // In the middle of it: a request that got nothing at all, browsers send again by themselves.
      ctx.respond = false;
      ctx.res.setHeader('content-length', '1000');
      ctx.res.writeHead(ctx.status).write('{"access_token":', () => ctx.req.socket.destroy());
    });
    // A refresh token that comes twice: everything that was given with it ends.
    provider.on('grant.revoked', (ctx) => this.note(ctx.oidc?.client, { what: 'revoked' }));
  }
}
