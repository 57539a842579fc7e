/** What stands behind `#invitation=`: it never reaches a server's log. */
export function invitationSecret(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('invitation');
}
