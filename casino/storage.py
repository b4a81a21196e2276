"""Static files under names that change with their content, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

# `import { all } from "./dom.js"`, `export { all } from "./dom.js"`, `import "./dom.js"`
IMPORT = r"""(?P<matched>(?P<before>\b(?:import|export)\b[^;"'`]*?)["'](?P<url>\.{1,2}/[^"']+\.js)["'])"""
REWRITTEN = '%(before)s"%(url)s"'


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Also rewrites what the project's own ES modules import from each other.

    Else a tablet could mix modules of two versions. Django's own switch for this would rewrite every package's scripts too,
    and trips over examples in the comments of one of them. Modules that import each other in a circle are refused.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("tables/*.js", ((IMPORT, REWRITTEN),)))
