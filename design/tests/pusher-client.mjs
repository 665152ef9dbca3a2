import { EventEmitter } from 'node:events';

class Bindings extends EventEmitter {
  subscribed = false;
  bind = (name, callback) => this.on(name, callback);
  unbind = () => this.removeAllListeners();
  succeed = () => {
    this.subscribed = true;
    this.emit('pusher:subscription_succeeded');
  };
}

/** In place of pusher-js: the test emits what the service would send. */
export class PusherClient {
  /** The client that was created last. */
  static latest = null;
  connection = new Bindings();
  channels = new Map();
  constructor(key, options) {
    this.key = key;
    this.options = options;
    PusherClient.latest = this;
  }
  subscribe = (name) => {
    const channel = Object.assign(new Bindings(), { name });
    this.channels.set(name, channel);
    return channel;
  };
  unsubscribe = (name) => this.channels.delete(name);
  signin = () => {};
  disconnect = () => {};
  connect = () => {};
}
