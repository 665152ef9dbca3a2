/** Loaded into every process of a product: resolves the test site's host names to this machine. */
import dns from 'node:dns';

const originalLookup = dns.lookup;
dns.lookup = Object.assign(
  (name, ...rest) => originalLookup(/\.offhook\.test$/.test(name) ? '127.0.0.1' : name, ...rest),
  originalLookup,
);
