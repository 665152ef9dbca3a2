/** The lower bound: receiving and sending a datagram in Node, without encryption or RTP. */
import { createSocket } from 'node:dgram';

const socket = createSocket('udp4');
socket.on('message', (datagram, from) => socket.send(datagram, from.port, from.address));
socket.bind(0, '127.0.0.1', () => process.send?.(socket.address().port));
process.on('disconnect', () => process.exit(0));
