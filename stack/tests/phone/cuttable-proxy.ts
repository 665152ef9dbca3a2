/** A TCP proxy that a test can cut: nothing passes, and no connection closes. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class CuttableProxy {
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #server: Server;
  #isCut = false;
  #port = 0;

  private constructor(target: number) {
    this.#server = createServer((browser) => {
      const product = connect(target, '127.0.0.1');
      const pair = [browser, product] as const;
      this.#pairs.add(pair);
      for (const [from, to] of [pair, [product, browser] as const]) {
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#pairs.delete(pair);
          to.destroy();
        });
      }
      if (this.#isCut) hold(pair);
    });
  }

  /** @param target local port */
  static async to(target: number): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.#port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Holds back all traffic without closing a connection. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) hold(pair);
  }

  /** Delivers what was held back. */
  restore(): void {
    this.#isCut = false;
    for (const [browser, product] of this.#pairs) {
      browser.pipe(product);
      product.pipe(browser);
    }
  }

  async end(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function hold([browser, product]: readonly [Socket, Socket]): void {
  browser.unpipe(product).pause();
  product.unpipe(browser).pause();
}
