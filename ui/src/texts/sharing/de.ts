import type { PartTexts } from "../texts";

export default {} satisfies PartTexts<"sharing">;
