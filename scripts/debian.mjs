import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/* Debian packages, which tests install where they may. */

export const mayInstall = () =>
  process.getuid?.() === 0 && existsSync('/etc/os-release') && /debian/i.test(readFileSync('/etc/os-release', 'utf8'))

/** Installs packages. A failure shows when they are used. @param {string[]} packages */
export function installPackages(packages) {
  if (packages.length === 0) return
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/** @param {string} command @param {string[]} args */
export function run(command, args) {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
