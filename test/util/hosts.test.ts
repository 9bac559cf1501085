import { expect } from '@esm-bundle/chai';
import { isLocalHost, reachOf } from '../../src/util/hosts.js';
import { readAddress } from '../../src/content/uri.js';

const isLocal = (uri: string): boolean => {
  const address = readAddress(uri);
  if (address.kind !== 'web') throw new Error(`${uri} is no web address`);
  return address.isLocal;
};

describe('a host of this machine or of a private network', () => {
  for (const host of [
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '2130706433',
    '127.0.0.1.',
    '0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.251',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:192.168.0.1]',
    '[::10.0.0.1]',
    '[::ffff:0:10.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:c0a8:0101::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[ff02::fb]',
    'router',
    'router..',
    'printer.local',
    'nas.lan',
    'box.home.arpa',
    'wiki.internal',
    'db.prod.svc',
    'db.prod.svc.cluster.local',
    '168.63.129.16',
    '[2001::1]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[100::1]',
    '[2001:db8::5efe:10.0.0.1]',
    '[2001:db8::200:5efe:c0a8:1]',
    '１２７.0.0.1',
  ])
    it(`${host} is one`, () => expect(isLocal(`https://${host}/`)).to.equal(true));

  for (const host of [
    'a.example',
    '168.63.129.17',
    'svc.example',
    '[2001:1::1]',
    '[2001:4860:4860::8888]',
    '[2001:db8::5efe:8.8.8.8]',
    '[100:1::1]',
    'localhost.example',
    'local.example',
    '127.0.0.1.example',
    '8.8.8.8',
    '100.63.0.1',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.2.7',
    '[2001:db8::1]',
    '192.0.1.7',
    '[::ffff:8.8.8.8]',
    '[::ffff:0:8.8.8.8]',
    '[64:ff9b::8.8.8.8]',
    'fd00.example',
  ])
    it(`${host} is none`, () => expect(isLocal(`https://${host}/`)).to.equal(false));

  it('is told with a port as without', () => {
    expect(isLocalHost('localhost:3000')).to.equal(true);
    expect(isLocalHost('[::1]:3000')).to.equal(true);
    expect(isLocalHost('a.example:3000')).to.equal(false);
  });

  it('is this device, in the local network, or public', () => {
    const hosts = {
      loopback: 'localhost localhost. a.localhost 127.0.0.1 127.9.9.9 0x7f.1 [::1]',
      private:
        '10.0.0.1 192.168.1.1 172.16.0.1 172.31.0.1 169.254.1.1 100.64.0.1 router printer.local wiki.internal [::ffff:127.0.0.1] [fd00::1] [fe80::1]',
      public: 'mcp.example 11.0.0.1 172.32.0.1 192.169.0.1 localhost.example [2001:db8::1]',
    };
    for (const [reach, names] of Object.entries(hosts))
      for (const name of names.split(' ')) expect(reachOf(new URL(`http://${name}/`).hostname), name).to.equal(reach);
  });
});
