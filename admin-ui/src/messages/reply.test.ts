import { describe, expect, it } from 'vitest';
import { replyAddress } from './reply';

function body(address: string): string {
  return new URLSearchParams(address.slice(address.indexOf('?'))).get('body') ?? '';
}

describe('a reply in one’s mail program', () => {
  it('has address, subject and the words, quoted', () => {
    const address = replyAddress({ email: 'aygün+x@example.az', message: 'Salam!\nAudit & vergi?' }, 'Audit', 'Aygün yazıb:');
    expect(address).toMatch(/^mailto:ayg%C3%BCn%2Bx@example\.az\?subject=Re%3A%20Audit&body=/);
    expect(body(address)).toBe('\r\n\r\nAygün yazıb:\r\n> Salam!\r\n> Audit & vergi?');
  });

  it('cannot be made to write to others', () => {
    const address = replyAddress({ email: 'a@b.az?bcc=x@y.az&cc=z@y.az', message: 'x' }, 'a&bcc=x@y.az', 'y');
    expect([...new URLSearchParams(address.slice(address.indexOf('?'))).keys()]).toEqual(['subject', 'body']);
  });

  it.each(['слово '.repeat(2000), 'ə'.repeat(9000), 'a\n'.repeat(3000), '𝒜'.repeat(5000)])(
    'stays short enough to be opened: %.9s',
    (message) => {
      const address = replyAddress({ email: 'a@b.az', message }, 'Audit', 'x yazıb:');
      expect(address.length).toBeLessThanOrEqual(1900);
      expect(body(address)).toMatch(/> \[…\]$/);
    },
  );

  it.each<[string, { subject?: string; wrote?: string; email?: string }]>([
    ['a subject', { subject: '😀'.repeat(200) }],
    ['a name', { wrote: `${'😀'.repeat(200)}, 1 noyabr:` }],
    ['both, and an address', { subject: 'ə'.repeat(200), wrote: 'Ж'.repeat(200), email: `${'ü'.repeat(64)}@${'ə'.repeat(60)}.az` }],
  ])(
    'stays as long as mail programs take, and cuts no character, with %s of two hundred letters',
    (_, { subject = 'Audit', wrote = 'Aygün:', email = 'a@b.az' }) => {
      const address = replyAddress({ email, message: 'Salam!\n'.repeat(300) }, subject, wrote);
      expect(address.length).toBeLessThanOrEqual(1900);
      expect(decodeURIComponent(address)).not.toMatch(/\p{Surrogate}/u);
      expect(decodeURIComponent(address)).toContain('[…]');
    },
  );
});
