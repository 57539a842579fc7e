import { mergeRegister } from '@lexical/utils';
import {
  $createParagraphNode,
  $getNearestNodeFromDOMNode,
  $getNodeByKey,
  $getRoot,
  $isElementNode,
  COMMAND_PRIORITY_HIGH,
  DRAGEND_COMMAND,
  DRAGOVER_COMMAND,
  DRAGSTART_COMMAND,
  DROP_COMMAND,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { $createImageNode, $isImageNode } from '../nodes/image-node';
import { $selectPicture } from '../nodes/select-picture';
import { $isPictureBlock } from '../text/selected-picture';

/** The picture being dragged, from whichever editor of the page. */
let dragged: { editor: LexicalEditor; key: string } | null = null;

/** Panels would lie over the place to drop it at. */
function showDragging(on: boolean): void {
  document.documentElement.classList.toggle('dragging-picture', on);
}

function $end(): boolean {
  dragged = null;
  showDragging(false);
  return false;
}

/** A picture is dragged between the blocks of a text, or into another language's text. */
export function registerPictureDrag(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(DRAGSTART_COMMAND, (event) => $start(editor, event), COMMAND_PRIORITY_HIGH),
    editor.registerCommand(DRAGOVER_COMMAND, (event) => $over(event), COMMAND_PRIORITY_HIGH),
    editor.registerCommand(DRAGEND_COMMAND, $end, COMMAND_PRIORITY_HIGH),
    editor.registerCommand(DROP_COMMAND, (event) => $drop(editor, event), COMMAND_PRIORITY_HIGH),
  );
}

function $start(editor: LexicalEditor, event: DragEvent): boolean {
  dragged = null;
  const node = event.target instanceof HTMLImageElement ? $getNearestNodeFromDOMNode(event.target) : null;
  if (!$isImageNode(node) || !event.dataTransfer) return false;
  dragged = { editor, key: node.getKey() };
  // Nothing that another field would take; and the browser's own file of it must not come in as a second picture.
  event.dataTransfer.clearData();
  event.dataTransfer.setData('application/x-post-picture', node.getKey());
  event.dataTransfer.effectAllowed = 'move';
  showDragging(true);
  return true;
}

function $over(event: DragEvent): boolean {
  if (!dragged) return false;
  event.preventDefault();
  return true;
}

function $drop(editor: LexicalEditor, event: DragEvent): boolean {
  const source = dragged;
  $end();
  if (!source) return false;
  event.preventDefault();
  if (source.editor === editor) $move(editor, $getNodeByKey(source.key), event.clientY);
  else moveHere(source, editor, event.clientY);
  return true;
}

function $move(editor: LexicalEditor, picture: LexicalNode | null, y: number): void {
  if (!$isImageNode(picture)) return;
  const home = picture.getTopLevelElementOrThrow();
  const moved =
    $isPictureBlock(home) && $isElementNode(home) && home.getChildrenSize() === 1 ? home : $createParagraphNode().append(picture);
  $place(editor, moved, y);
  $selectPicture(picture.getKey());
}

function moveHere(source: { editor: LexicalEditor; key: string }, editor: LexicalEditor, y: number): void {
  const copy = source.editor.read(() => {
    const picture = $getNodeByKey(source.key);
    return $isImageNode(picture) ? { src: picture.getSrc(), alt: picture.getAlt(), caption: picture.getCaption() } : null;
  });
  if (!copy) return;
  const picture = $createImageNode(copy.src, copy.alt, copy.caption);
  $place(editor, $createParagraphNode().append(picture), y);
  $selectPicture(picture.getKey());
  source.editor.update(() => $getNodeByKey(source.key)?.remove());
}

/** Before the first block whose middle lies below the pointer. */
function $place(editor: LexicalEditor, block: LexicalNode, y: number): void {
  const blocks = $getRoot().getChildren();
  const below = blocks.find((other) => {
    const box = editor.getElementByKey(other.getKey())?.getBoundingClientRect();
    return !other.is(block) && box !== undefined && y < (box.top + box.bottom) / 2;
  });
  if (below) below.insertBefore(block);
  else blocks.findLast((other) => !other.is(block))?.insertAfter(block);
}
