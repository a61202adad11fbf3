# Makes src/web/fonts/inter.woff2 from Inter 4.001 (SIL Open Font License) as cut by Google Fonts. With Python 3.11, fonttools
# 4.66.1 and brotli 1.2.0 the same bytes come out each time
# (sha256 78a7407c9d1e0668b1e36959cd5026823fbb82d28b2bdbc9a5df74229c8c3196):
#
#   npm pack @fontsource-variable/inter@5.3.0 && tar xzf fontsource-variable-inter-5.3.0.tgz
#   pip install fonttools==4.66.1 brotli==1.2.0
#   python make-inter.py
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.hvar import add_HVAR
from fontTools.varLib.instancer import instantiateVariableFont

# The peso sign comes from the file of further Latin letters; the arrows had shapes, but no code.
font = TTFont("package/files/inter-latin-wght-normal.woff2", recalcTimestamp=False)
more = TTFont("package/files/inter-latin-ext-wght-normal.woff2")
font.ensureDecompiled()
font["glyf"]["uni20B1"] = more["glyf"]["uni20B1"]
font["hmtx"]["uni20B1"] = more["hmtx"]["uni20B1"]
font["gvar"].variations["uni20B1"] = more["gvar"].variations["uni20B1"]
for table in font["cmap"].tables:
    table.cmap |= {0x20B1: "uni20B1", 0x2190: "arrowleft", 0x2192: "arrowright"}
del font["HVAR"]
instantiateVariableFont(font, {"wght": (400, 600)}, inplace=True)
add_HVAR(font)
font.flavor = None
font.save("whole.ttf")

# Shapes that no code names: signs beside capitals and digits, digits of one width, arrows typed as -> and =>.
font = TTFont("whole.ttf", recalcTimestamp=False)
arrows = ["arrowboth", "arrowdblright", "arrowdblboth", *(f"uni27F{n}" for n in "56789A")]
kept = [name for name in font.getGlyphOrder() if name.endswith((".case", ".tf")) and "Long" not in name]
options = Options(layout_closure=False, layout_features=["kern", "mark", "mkmk", "ccmp", "locl", "calt", "tnum"])
subsetter = Subsetter(options)
subsetter.populate(unicodes=font.getBestCmap(), glyphs=[*kept, *arrows])
subsetter.subset(font)
font.flavor = "woff2"
font.save("inter.woff2")
