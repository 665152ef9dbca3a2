/** Loaded into every process of a product: resolves the host names of a test's site to this machine. */
import dns from 'node:dns';

const lookUp = dns.lookup;
dns.lookup = Object.assign(
  (name, ...rest) => lookUp(/\.offhook\.test$/.test(name) ? '127.0.0.1' : name, ...rest),
  lookUp,
);
