import { describe, expect, it } from 'vitest';
import { atHome, isInsertablePicture, isLinkUrl, isPictureUrl, isWebUrl, linkUrl } from './urls';

describe('addresses', () => {
  it.each(['https://example.az/', 'http://a.b/c?d=e#f', '/services/audit/', '#section', 'HTTPS://EXAMPLE.AZ'])(
    'accepts %s for links',
    (url) => {
      expect(isWebUrl(url)).toBe(true);
    },
  );

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' \u0001javascript:x',
    'data:text/html,x',
    'mailto:a@b.az',
    'ftp://a/',
    'file:///c:/x',
    '//evil.example/x',
    '/\\evil.example',
    'https://',
    'vbscript:x',
    '',
  ])('refuses %j for links', (url) => {
    expect(isWebUrl(url)).toBe(false);
  });

  it.each([
    ['www.example.az/x', 'https://www.example.az/x'],
    ['xəzri.az', 'https://xəzri.az'],
    [' https://a.az ', 'https://a.az'],
    ['javascript:alert(1)', null],
    ['some words', null],
    ['mailto:a@b.az', 'mailto:a@b.az'],
    ['info@xəzri.az', 'mailto:info@xəzri.az'],
    ['+994 (12) 345-67-89', 'tel:+994123456789'],
    ['012 345 67 89', 'tel:0123456789'],
    ['tel:102', 'tel:102'],
    ['2026', null],
    ['a@b', null],
    ['sms:102', null],
  ])('completes %j', (typed, expected) => {
    expect(linkUrl(typed)).toBe(expected);
  });

  it.each([
    ['/api/blog/images/7/', '/api/blog/images/7/'],
    ['/api/blog/images/7/?v=abc', '/api/blog/images/7/'],
    ['/?v=abc', '/?v=abc'],
    ['/blog/1/?a=1#b', '/blog/1/?a=1#b'],
    ['', '/'],
    ['?x', '/?x'],
    ['/administration/', '/administration/'],
    ['/admin', null],
    ['/admin/pictures', null],
    ['/admin?from=mail', null],
    ['/api/blog/posts/', null],
    ['/shared/abc/', null],
    ['//evil.example/', null],
    ['/\\evil.example/', null],
    ['\\evil.example/', null],
    ['.example/blog/1/', null],
    ['@evil.example/', null],
  ])('of this service are kept as paths of the site: %s', (rest, path) => {
    const address = `${window.location.origin}${rest}`;
    expect(atHome(address)).toBe(path ?? address);
    if (path !== null) expect(linkUrl(` ${address} `)).toBe(path);
  });

  it('of other sites, of mail and of telephones stay as they are', () => {
    for (const address of [
      'https://a.example/api/blog/images/7/?v=1',
      'https://a.example/blog/1/',
      'mailto:a@b.az',
      'tel:102',
      '#part',
      '/blog/1/',
      'upload:a-1',
      'x',
    ])
      expect(atHome(address)).toBe(address);
    expect(atHome('/api/blog/images/7/?v=abc')).toBe('/api/blog/images/7/');
  });

  it('of mail and telephones are for links, not for pictures', () => {
    for (const url of ['mailto:a@b.az', 'tel:+994501234567'])
      expect([isLinkUrl(url), isPictureUrl(url), isInsertablePicture(url)]).toEqual([true, false, false]);
    for (const url of ['mailto:', 'mailto:a@b@c', 'tel:12', 'tel:*100#', 'sms:102', 'javascript:alert(1)//mailto:a@b.az'])
      expect(isLinkUrl(url), url).toBe(false);
  });

  it.each([
    'https://a.az/x.jpg',
    'http://a.az/x.JPEG?w=1',
    '/media/x.gif',
    'https://a.az/x.png#y',
    'data:image/png;base64,AAAA',
    '/api/blog/images/5/',
  ])('accepts the picture %s', (src) => {
    expect(isInsertablePicture(src)).toBe(true);
  });

  it.each([
    'https://a.az/x.svg',
    'https://a.az/x',
    'data:image/svg+xml;base64,AAAA',
    'data:text/html;base64,AAAA',
    'ftp://a.az/x.png',
    'blob:https://a.az/1',
    'file:///x.png',
    'upload:a-1',
  ])('refuses the picture %s', (src) => {
    expect(isInsertablePicture(src)).toBe(false);
  });
});
