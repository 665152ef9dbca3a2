import { expect, test } from 'vitest';
import { autostartFile, startsHidden } from './login-entry.ts';

test.each<[string, string]>([
  ['/opt/Offhook/offhook', 'Exec="/opt/Offhook/offhook" --hidden'],
  ['/home/lee day/Offhook.AppImage', 'Exec="/home/lee day/Offhook.AppImage" --hidden'],
  ['/a$b/x', String.raw`Exec="/a\\$b/x" --hidden`],
  ['/a"b/50%', String.raw`Exec="/a\\"b/50%%" --hidden`],
])('the Exec line quotes %s', (program, line) => {
  const lines = autostartFile(program).split('\n');
  expect(lines[0]).toBe('[Desktop Entry]');
  expect(lines).toContain(line);
});

test.each<[readonly string[], boolean, boolean]>([
  [['offhook'], false, false],
  [['offhook', '--hidden'], false, true],
  [['offhook'], true, true],
])('with the arguments %j and opened at login: %s, the app starts hidden: %s', (args, atLogin, expected) => {
  expect(startsHidden(args, atLogin)).toBe(expected);
});
