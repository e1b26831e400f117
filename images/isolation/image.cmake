# A quiet CPU beside one that works: for boards with several.
if(TAKT_BOARD_CPUS)
    takt_image(isolation INSTRUMENTS shell commands tracer threadmetric latency spikes
        OPTIONS TAKT_CPUS=2 TAKT_UPKEEP=7)
endif()
