import { audit } from './az-audit';
import { messages } from './az-messages';
import { account, people } from './az-people';
import { releases } from './az-releases';
import { secondStep } from './az-second-step';
import { tokens } from './az-tokens';
import { webhooks } from './az-webhooks';

/** What the screens beside the posts say. */
export const office = { account, audit, messages, people, releases, secondStep, tokens, webhooks };
