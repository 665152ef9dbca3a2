/**
 * The floor: what Node needs to take a datagram and send it on, with no encryption, no RTP and nobody to answer for.
 * Nothing that forwards sound over UDP in a Node process can cost less than this.
 */
import { createSocket } from 'node:dgram';

const socket = createSocket('udp4');
socket.on('message', (datagram, from) => socket.send(datagram, from.port, from.address));
socket.bind(0, '127.0.0.1', () => process.send?.(socket.address().port));
process.on('disconnect', () => process.exit(0));
