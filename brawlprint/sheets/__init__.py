"""From faces to pages: papers, grids, marks, backs behind fronts, and the PDF itself."""
